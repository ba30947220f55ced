//! Sergeants taken who join the captor's army (MM-8.2).

/// How many sergeants of one haul may still join the captor (MM-8.2, CP-4.4), each a grade lower: one in `one_in` of
/// those taken in it, rounded down, less those who have joined already.
pub fn may_still_join(taken: u32, joined: u32, one_in: u32) -> u32 {
    (taken / one_in.max(1)).saturating_sub(joined)
}
