//! Compiles the window's Slint files when the `desktop` feature is on.

fn main() {
    println!("cargo:rerun-if-changed=ui");
    #[cfg(feature = "desktop")]
    {
        let config = slint_build::CompilerConfiguration::new()
            .with_style("fluent".into())
            .with_debug_info(true)
            .embed_resources(slint_build::EmbedResourcesKind::EmbedFiles);
        slint_build::compile_with_config("ui/app.slint", config).expect("the window's files compile");
    }
}
