//! Quarter (MM-8.1).

use crate::rules::figure::Class;

/// Whether quarter must be given (MM-8.1): by knights to knights, and wherever the captor's cleric is near.
pub fn binds(captor: Class, captive: Class, captors_cleric_near: bool) -> bool {
    (captor == Class::Knight && captive == Class::Knight) || captors_cleric_near
}
