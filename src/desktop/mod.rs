//! The window, and the only code that knows Slint. One file a page connects the page's adapter to the use cases; a page
//! decides no rule. Lists are models over plain rows ([`table`], [`tree`]); the campaign is owned by a [`worker`].

pub mod dialogs;
pub mod settings;
pub mod shields;
pub mod table;
pub mod tree;
pub mod worker;

/// What Slint makes of the files in `ui/`.
#[allow(missing_docs, clippy::all)]
pub mod ui {
    slint::include_modules!();
}
