//! Compiles the window's Slint files, with the names its tests find elements by.

fn main() {
    let config = slint_build::CompilerConfiguration::new()
        .with_style("fluent".into())
        .with_debug_info(true)
        .embed_resources(slint_build::EmbedResourcesKind::EmbedFiles);
    slint_build::compile_with_config("app.slint", config).expect("the window's files compile");
}
