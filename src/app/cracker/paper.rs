//! The order of battle for a real table (CP-3.5), of a scenario or of a battle of the campaign, as it stands.

use crate::app::contest::Contest;
use crate::app::letterhead::{banner, foot};
use crate::campaign::problem::Result;
use crate::campaign::realm::Tincture;
use crate::print::{Banner, CordOrder, Document};
use crate::rules::castle_cracker::{CrackerBattle, Position, Scenario};
use crate::rules::figure::{BySide, Side};
use crate::rules::settles::Settles as _;
use crate::store::Db;

/// Of a scenario, as a game of it stands.
pub fn order_of_scenario(scenario: &Scenario, position: Position) -> Document {
    let sides = BySide {
        attacker: Banner { name: scenario.sides.attacker.clone(), tincture: Tincture::Gules },
        defender: Banner { name: scenario.sides.defender.clone(), tincture: Tincture::Azure },
    };
    Document::CordOrder(CordOrder {
        foot: None,
        name: scenario.name.clone(),
        about: scenario.what.clone(),
        sides,
        position: Box::new(position),
        stands_for: Vec::new(),
    })
}

/// Of a battle of the campaign, as it stands: each body with the men it stands for.
pub fn order_of_battle(db: &Db, contest: &Contest<CrackerBattle>, position: Position) -> Result<Document> {
    let battle = &contest.muster.battle;
    let side = |side: Side| {
        let army = match side {
            Side::Attacker => battle.attacker,
            Side::Defender => battle.defender,
        };
        let army = db.formation(army)?;
        let banner = banner(db, army.side)?;
        Ok::<_, crate::campaign::problem::Problem>(Banner { name: army.name, ..banner })
    };
    Ok(Document::CordOrder(CordOrder {
        foot: Some(foot(db)?),
        name: battle.name.clone(),
        about: contest.battle().about(),
        sides: BySide { attacker: side(Side::Attacker)?, defender: side(Side::Defender)? },
        stands_for: contest.battle().stand_for(&position),
        position: Box::new(position),
    }))
}
