//! The names of those actions of the journal that are told apart from others once they are done.

/// A turn of the campaign.
pub const TURN: &str = "turn";

/// An entry of the referee's own in the chronicle, or a letter.
pub const WRITE_ENTRY: &str = "write entry";

/// One person changed by hand.
pub const EDIT_PERSON: &str = "edit person";
