//! The figures of the man-to-man book, read once from `data/tables/man_to_man/`, and the house values a campaign may
//! set. The code holds procedures; every number of a procedure is here.

use super::gear::tables::{Fire, GearPoints, GearTables, WorkPoints};
use super::ground::{Barrier, GroundTable};
use crate::rules::figure::{Class, Grade, Protection, Rank, Weapon};
use crate::rules::geometry::INCH;
use crate::rules::house::{Folder, HouseValue, in_force};
use crate::rules::prisoners;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::LazyLock;

/// Inches of each way of moving (MM-3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    pub walk: i32,
    pub run: i32,
    pub rough: i32,
    pub climb: i32,
    pub swim: i32,
}

/// The rows of MM-3.1 that men and horses use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveTable {
    pub foot_heavy: Moves,
    pub foot_light: Moves,
    pub barded: Moves,
    pub unbarded: Moves,
}

/// Limits of moving (MM-3.2, MM-3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveLimits {
    pub run_moves: u8,
    pub turn_loss: i32,
    pub company: i32,
}

/// Movement (MM-3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    #[serde(rename = "move")]
    pub moves: MoveTable,
    pub limits: MoveLimits,
}

/// One missile weapon (MM-4.6, MM-4.7), ranges in inches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missile {
    pub short: i32,
    pub medium: i32,
    pub long: i32,
    pub carried: u8,
    pub order: u8,
}

impl Missile {
    /// Its greatest reach, in inches.
    pub fn reach(&self) -> i32 {
        self.short.max(self.medium).max(self.long)
    }
}

/// The missile weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missiles {
    pub javelin: Missile,
    pub shortbow: Missile,
    pub sling: Missile,
    pub longbow: Missile,
    pub crossbow: Missile,
    pub handgun: Missile,
}

/// To hit (MM-4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToHit {
    pub need: i32,
    pub medium: i32,
    pub long: i32,
    pub per_level: i32,
    pub light_cover: i32,
    pub heavy_cover: i32,
    pub handgun_levels_off: u8,
}

/// Friends in the way (MM-4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FriendsInTheWay {
    pub near: i32,
    pub allowed: usize,
}

/// How far a firearm frightens, in inches (MM-6.3, MM-7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fright {
    pub horse: i32,
    pub men: i32,
}

/// Shooting (MM-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shooting {
    pub weapon: Missiles,
    pub hit: ToHit,
    pub friends: FriendsInTheWay,
    pub fright: Fright,
}

impl Shooting {
    /// The row of a missile weapon, if it is one.
    pub fn of(&self, weapon: Weapon) -> Option<&Missile> {
        let rows = &self.weapon;
        Some(match weapon {
            Weapon::Javelin => &rows.javelin,
            Weapon::Shortbow => &rows.shortbow,
            Weapon::Sling => &rows.sling,
            Weapon::Longbow => &rows.longbow,
            Weapon::Crossbow => &rows.crossbow,
            Weapon::Handgun => &rows.handgun,
            _ => return None,
        })
    }
}

/// Attack (MM-5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    pub heavy_lance: i32,
    pub pike_against_horse: i32,
    pub pike_in_woods: i32,
    pub grade_a_or_b: i32,
    pub charging: i32,
    pub poor_weapon: i32,
    pub to_the_rear: i32,
}

/// Defence (MM-5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defence {
    pub protection: [i32; 4],
    pub obstacle: i32,
    pub foot_in_rough: i32,
    pub grade_e: i32,
}

/// Length of weapons (MM-5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lengths {
    pub pike: u8,
    pub lance: u8,
    pub spear: u8,
    pub sword: u8,
    pub axe: u8,
    pub knife: u8,
}

/// Reach of pikes and of a ride through (MM-5.7, MM-5.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    pub pike_ranks: usize,
    pub ride_through_gap: i32,
}

/// Melee (MM-5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    pub attack: Attack,
    pub defence: Defence,
    pub length: Lengths,
    pub reach: Reach,
}

impl Melee {
    /// The length of a weapon (MM-5.3); a missile weapon strikes as an improvised one.
    pub fn length_of(&self, weapon: Weapon) -> u8 {
        use Weapon::*;
        match weapon {
            Pike => self.length.pike,
            HeavyLance | LightLance => self.length.lance,
            Spear | Bill | Halberd | Glaive => self.length.spear,
            Javelin | Sword | TwoHandedClub | TwoHandedAxe => self.length.sword,
            Axe | Mace | Maul => self.length.axe,
            Knife | Dagger | Improvised | Shortbow | Sling | Longbow | Crossbow | Handgun | Shield => self.length.knife,
        }
    }
}

/// Wounds (MM-6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wound {
    pub kill: i32,
    pub armoured: i32,
}

/// Falls (MM-6.3, MM-6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Falls {
    pub grades: [i32; 5],
    pub inactive_turns: u32,
    pub kills_over: i32,
}

/// Wounds and falls (MM-6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wounds {
    pub wound: Wound,
    pub fall: Falls,
}

/// The morale test (MM-7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleTest {
    pub bold: i32,
    pub resolute: i32,
    pub craven: i32,
}

/// Its modifiers (MM-7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleModifiers {
    pub knight: i32,
    pub peasant: i32,
    pub grades: [i32; 5],
    pub supported: i32,
    pub enemy_fleeing: i32,
    pub close_order: i32,
    pub isolated: i32,
    pub friend_fleeing: i32,
    pub quarter_hit: i32,
    pub fleeing: i32,
    pub leaderless: i32,
    pub hit_in_melee: i32,
    pub standard_lost: i32,
    pub commander_lost: i32,
    pub secure_flank: i32,
}

/// Distances of morale, in inches (MM-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleNear {
    pub leader: i32,
    pub flight: i32,
    pub fallen_friends: i32,
    pub cut_off: i32,
    pub cut_off_both: i32,
    pub craven: i32,
    pub flank: i32,
    pub support: i32,
    pub alone: i32,
    pub guard: i32,
    pub joined: i32,
    pub surprise: i32,
}

/// Numbers of men in morale (MM-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleCount {
    pub missile_hits: u16,
    pub melee_hits: u16,
    pub fallen_friends: u16,
    pub knights: u16,
    pub halted_turns: u8,
}

/// Morale (MM-7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Morale {
    pub test: MoraleTest,
    pub modifier: MoraleModifiers,
    pub near: MoraleNear,
    pub count: MoraleCount,
}

/// Points of a man (MM-10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManPoints {
    pub peasant: i64,
    pub sergeant: i64,
    pub knight: i64,
    pub cleric: i64,
    pub grades: [i64; 5],
    pub protection: [i64; 4],
    pub baron: i64,
    pub earl: i64,
    pub duke: i64,
    pub king: i64,
    pub horse: i64,
    pub barded_horse: i64,
    pub dear_weapon: i64,
    pub other_weapon: i64,
    pub missiles: i64,
}

impl ManPoints {
    pub fn class(&self, class: Class) -> i64 {
        match class {
            Class::Peasant => self.peasant,
            Class::Sergeant => self.sergeant,
            Class::Knight => self.knight,
            Class::Cleric => self.cleric,
        }
    }

    /// Points added for a rank.
    pub fn rank(&self, rank: Rank) -> i64 {
        match rank {
            Rank::None | Rank::Knight => 0,
            Rank::Baron => self.baron,
            Rank::Viscount | Rank::Count | Rank::Earl => self.earl,
            Rank::Duke => self.duke,
            Rank::King => self.king,
        }
    }
}

/// Standards (MM-8.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandardPoints {
    pub army: i64,
    pub battle: i64,
    pub force: i64,
    pub chance_in_six: u32,
}

/// Points (MM-10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub man: ManPoints,
    pub standard: StandardPoints,
    pub gear: GearPoints,
    pub works: WorkPoints,
}

/// The house values by name, as the procedures use them; lengths in 64ths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseValues {
    pub a_plus_attack_bonus: i32,
    #[serde(deserialize_with = "quarter_inches")]
    pub base_foot: i32,
    #[serde(deserialize_with = "quarter_inches")]
    pub base_mounted: i32,
    pub leader_or_cleric_near: i32,
    #[serde(deserialize_with = "inches")]
    pub field_width: i32,
    #[serde(deserialize_with = "inches")]
    pub field_depth: i32,
    #[serde(deserialize_with = "inches")]
    pub gap_between_hosts: i32,
    #[serde(deserialize_with = "quarter_inches")]
    pub open_order_gap: i32,
    pub last_turn: u32,
    pub withdraw_below: i32,
    pub machine_rounds: u8,
    pub wall_thickness: u16,
    pub faggots_to_a_square: u16,
    pub fire_missiles: i32,
}

fn inches<'de, D: Deserializer<'de>>(number: D) -> Result<i32, D::Error> {
    Ok(i32::deserialize(number)? * INCH)
}

fn quarter_inches<'de, D: Deserializer<'de>>(number: D) -> Result<i32, D::Error> {
    Ok(inches(number)? / 4)
}

/// Every figure in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// MM-3.
    pub movement: Movement,
    /// MM-4.
    pub shooting: Shooting,
    /// MM-5.
    pub melee: Melee,
    /// MM-6.
    pub wounds: Wounds,
    /// MM-7.
    pub morale: Morale,
    /// MM-8.
    pub quarter: prisoners::Tables,
    /// MM-9, and MM-4.6 to MM-4.10.
    pub gear: GearTables,
    /// MM-4.11, MM-4.12.
    pub fire: Fire,
    /// MM-10.
    pub points: Points,
    /// Grounds: MM-3.4, MM-4.8, MM-7.5.
    pub ground: GroundTable,
    #[serde(skip_deserializing)]
    house_values: Vec<HouseValue>,
    #[serde(skip_serializing)]
    house: HouseValues,
}

static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    macro_rules! text {
        ($name:literal) => {
            include_str!(concat!("../../../data/tables/man_to_man/", $name, ".toml"))
        };
    }
    let files = [
        ("movement", text!("movement")),
        ("shooting", text!("shooting")),
        ("melee", text!("melee")),
        ("wounds", text!("wounds")),
        ("morale", text!("morale")),
        ("quarter", include_str!("../../../data/tables/prisoners.toml")),
        ("gear", text!("gear")),
        ("fire", text!("fire")),
        ("points", text!("points")),
        ("ground", text!("ground")),
    ];
    Folder::read("man to man", text!("house"), &files)
});

in_force!(Tables, FOLDER);

impl Tables {
    /// Every figure in force, for a record.
    pub fn shown(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The house values by name.
    pub fn house(&self) -> &HouseValues {
        &self.house
    }

    /// How high a barrier's top is, in inches: by the level of its walk, or by what it takes to climb it.
    pub fn height_of(&self, barrier: &Barrier) -> i32 {
        match barrier.level {
            0 => self.ground.row(barrier.kind).climb,
            level => i32::from(level) * self.ground.level.inches,
        }
    }
}

/// Where a grade stands in a row of five, E to A; past A counts as A (MM-1.1).
pub fn grade_index(grade: Grade) -> usize {
    grade.index()
}

/// Where a protection stands in a row of four.
pub fn protection_index(protection: Protection) -> usize {
    usize::from(protection.number() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn house_values_are_checked() {
        let set = |key: &str, value: &str| Tables::with_house(&BTreeMap::from([(key.to_owned(), value.to_owned())]));
        assert_eq!(set("a_plus_attack_bonus", "1").unwrap().house().a_plus_attack_bonus, 1);
        assert_eq!(Tables::book().house().a_plus_attack_bonus, 0);
        let refused = set("a_plus_bonus", "1").unwrap_err().to_string();
        assert!(refused.contains("a_plus_bonus") && refused.contains("a_plus_attack_bonus"), "{refused}");
        for bad in ["6", "-1", "many", ""] {
            let refused = set("a_plus_attack_bonus", bad).unwrap_err().to_string();
            assert!(refused.contains("from 0 to 5"), "{refused}");
        }
    }
}
