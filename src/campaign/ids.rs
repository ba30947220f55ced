//! The names of rows: one type each, so that a person's id is never taken for a place's.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub i64);
    )+ };
}

ids! {
    PersonId,
    SideId,
    /// An army, battle, force or unit.
    FormationId,
    PlaceId,
    /// A route between two places.
    RouteId,
    StrongholdId,
    /// A battle planned or settled.
    BattleId,
    /// A captivity.
    CaptiveId,
    /// Two armies at war in one place.
    ContactId,
    /// A treasury.
    AccountId,
    ActionId,
    /// A battle's record.
    RecordId,
    /// An instalment of a ransom.
    InstalmentId,
    SiegeId,
    /// Terms offered in a siege.
    OfferId,
}
