//! The casualty list: who fell, was wounded, was taken or is missed, battle by battle and outside of battle.

use super::muster::standing;
use super::{Banner, Foot};
use crate::campaign::calendar::Day;
use crate::rules::figure::Standing;
use serde::Serialize;
use serde_json::{Value, json};

/// Who was lost between two dates (CP-6.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CasualtyList {
    /// What stands at the foot of every page.
    pub foot: Foot,
    /// What it is of: a battle's name, or the campaign's.
    pub title: String,
    /// The side whose men are listed; none for those of every side.
    pub side: Option<Banner>,
    /// The first day and the last; none for the list of one battle.
    pub days: Option<(Day, Day)>,
    /// The battles, oldest first.
    pub battles: Vec<BattleLosses>,
    /// Those lost otherwise, by side: of wounds, in sieges, by desertion.
    pub otherwise: Vec<OtherLosses>,
}

/// What a battle cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleLosses {
    pub name: String,
    pub day: Day,
    pub place: String,
    /// How it ended, in a few words: `Estmark won`.
    pub result: String,
    pub sides: Vec<SideLosses>,
}

/// What a battle cost one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideLosses {
    pub side: Banner,
    pub army: String,
    /// How many of it were in the battle.
    pub men: usize,
    /// Those to whom something happened, in the order they are listed.
    pub lost: Vec<Casualty>,
}

/// Who of a side was lost outside of battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherLosses {
    pub side: Banner,
    pub lost: Vec<Casualty>,
}

/// One man lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Casualty {
    /// His number in the battle, or the day outside of one.
    pub number: String,
    pub name: String,
    /// What he was then.
    pub standing: Standing,
    /// What befell him.
    pub fate: Fell,
    /// By whom, or how, in a few words; empty if that is not known.
    pub how: String,
    /// What he is today, where that is something else.
    pub now: String,
}

/// What befalls a man on the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fell {
    Dead,
    Captive,
    Missing,
    Wounded,
    Fled,
    /// Gone from the campaign: deserted or dismissed.
    Left,
}

impl Fell {
    const ALL: [Fell; 6] = [Fell::Dead, Fell::Captive, Fell::Missing, Fell::Wounded, Fell::Fled, Fell::Left];
}

impl CasualtyList {
    pub(super) fn view(&self) -> Value {
        let battles = self.battles.iter().map(|battle| {
            json!({
                "name": battle.name,
                "date": battle.day.spoken(),
                "place": battle.place,
                "result": battle.result,
                "sides": battle.sides.iter().map(|side| json!({
                    "side": side.side,
                    "army": side.army,
                    "men": side.men,
                    "sums": sums(&side.lost),
                    "lost": rows(&side.lost),
                })).collect::<Value>(),
            })
        });
        let all =
            || self.battles.iter().flat_map(|battle| &battle.sides).map(|side| (&side.side, side.men, &side.lost));
        let mut sides: Vec<(&Banner, usize, Vec<Casualty>)> = Vec::new();
        for (side, men, lost) in all().chain(self.otherwise.iter().map(|other| (&other.side, 0, &other.lost))) {
            match sides.iter_mut().find(|(known, ..)| known.name == side.name) {
                Some((_, all, so_far)) => {
                    *all += men;
                    so_far.extend(lost.iter().cloned());
                }
                None => sides.push((side, men, lost.clone())),
            }
        }
        json!({
            "foot": self.foot.view(),
            "title": self.title,
            "side": self.side,
            "from": self.days.map(|(from, _)| from.spoken()),
            "to": self.days.map(|(_, to)| to.spoken()),
            "battles": battles.collect::<Value>(),
            "otherwise": self.otherwise.iter().map(|other| json!({
                "side": other.side,
                "sums": sums(&other.lost),
                "lost": rows(&other.lost),
            })).collect::<Value>(),
            "sides": sides.iter().map(|(side, _, lost)| json!({ "side": side, "sums": sums(lost) })).collect::<Value>(),
        })
    }
}

fn rows(lost: &[Casualty]) -> Value {
    lost.iter()
        .map(|man| {
            json!({
                "number": man.number,
                "name": man.name,
                "standing": standing(man.standing.class, man.standing.rank),
                "grade": man.standing.grade,
                "fate": man.fate,
                "how": man.how,
                "now": man.now,
            })
        })
        .collect()
}

/// How many were lost in each way.
fn sums(lost: &[Casualty]) -> Value {
    let mut sums = serde_json::Map::new();
    for fate in Fell::ALL {
        let word = json!(fate).as_str().unwrap_or_default().to_owned();
        sums.insert(word, json!(lost.iter().filter(|man| man.fate == fate).count()));
    }
    sums.insert("all".to_owned(), json!(lost.len()));
    Value::Object(sums)
}
