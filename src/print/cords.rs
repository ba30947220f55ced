//! The order of battle of Castle Cracker: what lies beside a real table that is measured with cords.

use super::{Banner, Foot};
use crate::rules::castle_cracker::shooting::reach;
use crate::rules::castle_cracker::tables::{Aim, Tables};
use crate::rules::castle_cracker::typed::faces;
use crate::rules::castle_cracker::{
    Hardness, Position, ShotWeapon, TroopKind, Troops, TroopsId, WallState, Whereabouts,
};
use crate::rules::figure::{BySide, Side};
use crate::rules::geometry::{INCH, Point};
use serde_json::{Value, json};

/// As many boxes as a line of a body has room for; a larger body has a blank for its fallen.
const BOXES: usize = 48;

/// Both sides of a battle with cords, each body with boxes for its fallen; the field, and the turn with its tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CordOrder {
    /// What stands at the foot of every page; a scenario is of no campaign.
    pub foot: Option<Foot>,
    /// What the battle is called.
    pub name: String,
    /// What it is about, in a sentence or two.
    pub about: String,
    /// Whose the sides are.
    pub sides: BySide<Banner>,
    /// The field and the troops on it.
    pub position: Box<Position>,
    /// Which men of the rosters each body stands for, by its number; nothing where its figures are all there is.
    pub stands_for: Vec<String>,
}

/// A place in inches to the right, and from the attacker's edge.
fn spot(place: Point) -> String {
    format!("{}, {}", inches(place.x), inches(place.y))
}

fn spots(places: &[Point]) -> Vec<String> {
    places.iter().copied().map(spot).collect()
}

fn inches(length: i32) -> String {
    let quarters = (4 * length + INCH / 2) / INCH;
    let part = ["", "¼", "½", "¾"][(quarters % 4) as usize];
    match quarters / 4 {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

impl CordOrder {
    fn body(&self, id: TroopsId, troops: &Troops) -> Value {
        let game = &self.position;
        let tables = &game.tables;
        let place = match troops.whereabouts {
            Whereabouts::Field => {
                format!("{}, facing {}", spot(troops.at), faces(troops.facing))
            }
            Whereabouts::Aboard(on) => format!("aboard {}", game.troops(on).name),
            Whereabouts::Parapet(wall) => {
                format!("on {}", game.field.wall(wall).map_or("a wall", |wall| wall.name.as_str()))
            }
            Whereabouts::Captive(by) => format!("captive of {}", game.troops(by).name),
            Whereabouts::Fled => "fled".to_owned(),
        };
        let men = troops.standing.len();
        // What has an armour of its own fights as another.
        let hardness = troops.hardness();
        let fights = match hardness == troops.armour.into() {
            true => troops.fights_as().unwrap_or_default(),
            false => format!("fights as {}", troops.fights),
        };
        let mut doing = game.doing(id).join(", ");
        if let Some(storm) = troops.storming.filter(|storm| storm.over > 0) {
            doing = format!("{doing}, {} of them over it", storm.over.min(men));
        }
        json!({
            "number": id.0,
            "name": &*troops.name,
            "kind": troops.kind.word(),
            "armour": hardness.word(),
            "fights": fights,
            "garrison": troops.garrison,
            "arms": troops.bears().join(", "),
            "men": men,
            "boxes": if men <= BOXES { men } else { 0 },
            "files": troops.files,
            "move": inches(game.allowance(troops, false)),
            "runs": inches(game.allowance(troops, true)),
            "counts": troops.row(tables).counts,
            "place": place,
            "doing": doing,
            "stands_for": self.stands_for.get(usize::from(id.0)).cloned().unwrap_or_default(),
        })
    }

    fn side(&self, side: Side) -> Value {
        // Prisoners stand beside those who guard them.
        let there = self.position.all().filter(|(_, troops)| troops.side == side && !troops.standing.is_empty());
        let bodies: Vec<Value> = there.map(|(id, troops)| self.body(id, troops)).collect();
        let fort = self.position.field.fort.as_ref().filter(|fort| fort.side == side);
        json!({
            "side": self.sides[side],
            "men": self.position.fighting(side),
            "bodies": bodies,
            "oil": if fort.is_some() { self.position.oil } else { 0 },
        })
    }

    fn field(&self) -> Value {
        let field = &self.position.field;
        let ground = field.ground.iter().map(|shape| format!("{}, a {}", shape.name, shape.sort));
        let shapes = field.ground.iter().map(|shape| {
            json!({
                "name": shape.name,
                "kind": shape.sort.word(),
                "edge": spots(&shape.edge),
                "top": shape.sort.rises().then(|| spot(shape.top)),
            })
        });
        let walls = field.walls().zip(&self.position.walls).map(|((id, wall), state)| {
            let state = match state {
                WallState::Whole => String::new(),
                WallState::Open => "open".to_owned(),
                WallState::Breached(at) => format!("breached at {}", spot(*at)),
            };
            json!({
                "name": wall.name,
                "gate": wall.gate,
                "from": spot(wall.from),
                "to": spot(wall.to),
                "state": state,
                "rammed": self.position.rammed(id),
            })
        });
        let objectives = field.objectives.iter().zip(&self.position.held).map(|(place, held)| {
            json!({
                "held": held,
                "name": place.name,
                "place": spot(place.at),
                "within": inches(place.within),
                "side": self.sides[place.side].name,
            })
        });
        json!({
            "wide": inches(field.size.x),
            "deep": inches(field.size.y),
            "zones": [inches(field.zones.attacker), inches(field.zones.defender)],
            "ground": ground.collect::<Vec<_>>(),
            "shapes": shapes.collect::<Vec<_>>(),
            "fort": field.fort.as_ref().map(|fort| fort.name.clone()),
            "fort_side": field.fort.as_ref().map(|fort| self.sides[fort.side].name.clone()),
            "yard": field.fort.as_ref().map_or(Vec::new(), |fort| spots(&fort.yard)),
            "walls": walls.collect::<Vec<_>>(),
            "objectives": objectives.collect::<Vec<_>>(),
        })
    }

    pub(super) fn view(&self) -> Value {
        let game = &self.position;
        let foot = match &self.foot {
            Some(foot) => foot.view(),
            None => json!({ "campaign": self.name, "date": "", "spoken": "", "turn": Value::Null }),
        };
        json!({
            "foot": foot,
            "name": self.name,
            "about": self.about,
            "battle": game.sort.word(),
            "turns": game.turns,
            "turn": game.turn,
            "attacker": self.side(Side::Attacker),
            "defender": self.side(Side::Defender),
            "field": self.field(),
            "figures": figures(&game.tables),
        })
    }
}

/// The figures in force, as the sheet of the turn has them.
fn figures(tables: &Tables) -> Value {
    let weapons = ShotWeapon::ALL.iter().map(|&kind| {
        let row = tables.weapon(kind);
        let third = |thirds: i32| inches(reach(row, tables) * thirds / 3);
        json!({
            "name": kind.word(),
            "bands": [third(1), third(2), third(3)],
            "impact": row.impact,
            "shots": row.shots,
            "rests": row.rests,
            "quarters": row.quarters,
            "cup": row.aim == Aim::Cup,
            "file": row.file,
            "engine": row.engine,
        })
    });
    let troops = TroopKind::ALL.iter().map(|&kind| {
        let row = tables.troop(kind);
        json!({
            "name": kind.word(),
            "move": inches(tables.twelfths(row.speed)),
            "towed": (row.towed > 0).then(|| inches(tables.twelfths(row.towed))),
            "armour": Troops { armour: row.armour, ..Troops::of(kind, 1, row.base) }.hardness().word(),
            "counts": row.counts,
        })
    });
    let armour = Hardness::ALL.iter().map(|hardness| json!([hardness.word(), hardness.withstands(tables)]));
    json!({
        "weapons": weapons.collect::<Vec<_>>(),
        "troops": troops.collect::<Vec<_>>(),
        "armour": armour.collect::<Vec<_>>(),
        "third": inches(tables.third()),
        "need": tables.hit.need,
        "walls": tables.hit.walls,
        "wagons": tables.hit.wagons,
        "still": tables.hit.still,
        "shoots": inches(tables.twelfths(tables.rank.shoots)),
        "behind": tables.file.behind,
        "strict": tables.strict(),
        "cup": {
            "falls": tables.cup.falls.iter().map(|fall| fall.word()).collect::<Vec<_>>(),
            "width": inches(tables.twelfths(tables.cup.width)),
        },
        "grape": {
            "reach": inches(tables.twelfths(tables.grape.reach)),
            "most": tables.grape.most,
            "impact": tables.grape.impact,
        },
        "melee": {
            "heavy": tables.melee.heavy,
            "medium": tables.melee.medium,
            "light": tables.melee.light,
            "shield_wall": tables.melee.shield_wall,
            "runs": tables.melee.runs,
        },
        "guard": { "march": tables.guard.march, "home": tables.guard.home },
        "archers": tables.answer.archers,
        "abreast": tables.defile.abreast,
        "carry": { "chariot": tables.carry.chariot, "wagon": tables.carry.wagon, "boat": tables.carry.boat },
        "hold": tables.zone.hold,
        "relief": tables.zone.relief,
        "castle": {
            "gate": tables.castle.gate,
            "wall": tables.castle.wall,
            "climbs": tables.castle.climbs,
            "out": tables.castle.out,
            "bridge": tables.castle.bridge,
        },
        "strike": [tables.strike.light, tables.strike.medium, tables.strike.heavy],
        "gang": [tables.gang.closed, tables.gang.open],
    })
}
