//! The ransom roll and the prisoner list.

use super::muster::standing;
use super::{Banner, Foot};
use crate::campaign::calendar::Day;
use crate::campaign::money::Pence;
use crate::rules::figure::Standing;
use serde::Serialize;
use serde_json::{Value, json};

/// Which of the two lists of captives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RollKind {
    /// With what is asked, agreed, paid and due.
    Ransom,
    /// With where each is kept and on what terms, and no money.
    Prisoners,
}

/// Captives by holder (CP-6.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RansomRoll {
    /// What stands at the foot of every page.
    pub foot: Foot,
    /// Ransoms or prisoners.
    pub kind: RollKind,
    /// The side whose captives they are; none for those of every side.
    pub side: Option<Banner>,
    /// Who holds whom.
    pub holders: Vec<Holder>,
}

/// A man, or a side, and his captives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Holder {
    pub name: String,
    pub side: String,
    /// Those he holds, in order.
    pub captives: Vec<PrintedCaptive>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PrintedCaptive {
    pub name: String,
    /// The side he fought for.
    pub side: String,
    /// What he was at capture (CP-4.2).
    pub standing: Standing,
    /// The battle he was taken in.
    pub taken_at: String,
    /// When.
    pub taken_on: Day,
    /// Where he is kept.
    pub kept_at: String,
    /// His terms in a few words: `on parole, his son a hostage`; empty if none.
    pub terms: String,
    /// What is asked (MM-8.4); none if he is bargained for or may not be ransomed.
    pub asked: Option<Pence>,
    pub agreed: Option<Pence>,
    /// What is paid so far.
    pub paid: Pence,
    /// What is still to be paid, and when.
    pub dues: Vec<Due>,
}

/// An instalment still to be paid (CP-4.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Due {
    /// When.
    pub day: Day,
    /// How much.
    pub amount: Pence,
    /// Whether the date is past.
    pub missed: bool,
}

impl PrintedCaptive {
    /// What is agreed and not yet paid.
    fn owing(&self) -> Option<Pence> {
        self.agreed.map(|agreed| agreed - self.paid)
    }

    fn view(&self) -> Value {
        let marks = |amount: Option<Pence>| amount.map(Pence::marks);
        json!({
            "name": self.name,
            "side": self.side,
            "standing": standing(self.standing.class, self.standing.rank),
            "grade": self.standing.grade,
            "taken_at": self.taken_at,
            "taken_on": self.taken_on.long(),
            "kept_at": self.kept_at,
            "terms": self.terms,
            "asked": marks(self.asked),
            "agreed": marks(self.agreed),
            "paid": or_nothing(self.paid),
            "owing": marks(self.owing()),
            "dues": self.dues.iter().map(|due| json!({
                "date": due.day.short(), "amount": due.amount.marks(), "missed": due.missed,
            })).collect::<Value>(),
        })
    }
}

/// An amount in marks, or none if it is nothing.
fn or_nothing(amount: Pence) -> Option<String> {
    (amount != Pence::ZERO).then(|| amount.marks())
}

/// Sums of some captives' ransoms.
fn sums<'a>(captives: impl Iterator<Item = &'a PrintedCaptive> + Clone) -> Value {
    let sum = |part: fn(&PrintedCaptive) -> Option<Pence>| or_nothing(captives.clone().filter_map(part).sum());
    json!({
        "men": captives.clone().count(),
        "asked": sum(|captive| captive.asked),
        "agreed": sum(|captive| captive.agreed),
        "paid": sum(|captive| Some(captive.paid)),
        "owing": sum(PrintedCaptive::owing),
    })
}

impl RansomRoll {
    pub(super) fn view(&self) -> Value {
        let holders = self.holders.iter().map(|holder| {
            json!({
                "name": holder.name,
                "side": holder.side,
                "captives": holder.captives.iter().map(PrintedCaptive::view).collect::<Value>(),
                "sums": sums(holder.captives.iter()),
            })
        });
        json!({
            "foot": self.foot.view(),
            "money": self.kind == RollKind::Ransom,
            "side": self.side,
            "holders": holders.collect::<Value>(),
            "sums": sums(self.holders.iter().flat_map(|holder| &holder.captives)),
        })
    }
}
