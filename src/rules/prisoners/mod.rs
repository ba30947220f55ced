//! Prisoners, ransom, recruitment and grades (MM-8), which hold whatever the rules a battle was settled by: fought man
//! to man, played at Castles, or entered from the table. The campaign asks here; a battle fought by the program reads
//! the same figures. How men yield, are guarded and are led on the table is the battle's own.

pub mod grades;
pub mod quarter;
pub mod ransom;
pub mod recruitment;
pub mod tables;

pub use tables::Tables;
