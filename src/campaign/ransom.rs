//! How a ransom is shared (CP-4.5).

use super::money::Pence;
use super::tables::Tables;

/// The shares of a ransom: what the captor keeps, and what his lord takes of it (CP-4.5), which is never more than all.
pub fn shares(tables: &Tables, ransom: Pence) -> (Pence, Pence) {
    let lord = ransom.share(tables.lords_share_numerator, tables.lords_share_denominator).min(ransom);
    (ransom - lord, lord)
}
