//! The suite: one module for each kind of promise.

mod playouts;
mod rosters;
