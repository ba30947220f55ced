//! Dice are an input: a procedure asks for named dice and never knows whether they were rolled from a seed,
//! typed in from a table, or are being replayed or enumerated.

use rand::Rng;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// Where the faces of dice come from.
pub trait Dice {
    /// One face of a die with `sides` sides, 1 to `sides`, rolled for `roll` (the clause and what for, such as
    /// `MM-5.4 attack`).
    fn die(&mut self, roll: &'static str, sides: u32) -> u32;

    /// The sum of `count` dice of `sides` sides.
    fn dice(&mut self, roll: &'static str, count: u32, sides: u32) -> u32 {
        (0..count).map(|_| self.die(roll, sides)).sum()
    }

    /// A choice among `count` things, 0 to `count − 1`: a card drawn, a lot cast. `count` is at least 1.
    fn lot(&mut self, roll: &'static str, count: usize) -> usize {
        if count <= 1 { 0 } else { self.die(roll, count as u32) as usize - 1 }
    }
}

/// Dice rolled from a seed: the same seed and stream give the same faces on every machine and in every release.
#[derive(Debug)]
pub struct Seeded {
    rng: ChaCha8Rng,
}

/// Dice that continue with the same faces.
impl Clone for Seeded {
    fn clone(&self) -> Seeded {
        let mut rng = ChaCha8Rng::from_seed(self.rng.get_seed());
        rng.set_stream(self.rng.get_stream());
        rng.set_word_pos(self.rng.get_word_pos());
        Seeded { rng }
    }
}

impl Seeded {
    /// Dice of `seed`, in its stream 0.
    pub fn new(seed: u64) -> Seeded {
        Seeded::stream(seed, 0)
    }

    /// Dice of `seed` in one of its independent streams.
    pub fn stream(seed: u64, stream: u64) -> Seeded {
        let mut key = [0u8; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(stream);
        Seeded { rng }
    }
}

impl Dice for Seeded {
    fn die(&mut self, _roll: &'static str, sides: u32) -> u32 {
        // Draws above the largest multiple of `sides` are thrown away, so every face is equally likely; done
        // here because the library's own range sampling may change between its releases.
        let limit = u32::MAX - (u32::MAX % sides + 1) % sides;
        loop {
            let draw = self.rng.next_u32();
            if draw <= limit {
                return draw % sides + 1;
            }
        }
    }
}
