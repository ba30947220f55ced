//! `banneret ransom`: captives and their ransoms, and every other way out (CP-4).

use super::campaign::{day, open};
use super::out::Out;
use crate::app::captives::{self, Keep, Payer, PrisonersFate, Security};
use crate::app::parole;
use crate::campaign::calendar::Day;
use crate::campaign::captivity::Captive;
use crate::campaign::ids::CaptiveId;
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::store::{Db, Store};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Ransom {
    /// The campaign.
    file: PathBuf,
    /// What to do.
    deed: Deed,
    /// The captive; of several of a name, his number with a # before it. Again for more.
    #[arg(long = "captive")]
    captives: Vec<String>,
    /// The sum in marks; without it the book's, the last asked or offered, or the agreed.
    #[arg(long)]
    marks: Option<String>,
    /// Whose treasury pays: own, lord or side, which is the side where it is not said; of a part, where it is not said, the
    /// one agreed for it; of an exchange, the side that pays.
    #[arg(long)]
    from: Option<String>,
    /// A captive of the other side, for an exchange; again for more.
    #[arg(long = "for")]
    against: Vec<String>,
    /// Who buys or is given them: a side or a man.
    #[arg(long)]
    to: Option<String>,
    /// The place they are lodged in.
    #[arg(long, conflicts_with = "with")]
    at: Option<String>,
    /// The army that is to lead them.
    #[arg(long)]
    with: Option<String>,
    /// A part of a ransom as its day and sum, such as "1415-12-25=20 marks"; again for more.
    #[arg(long = "part")]
    parts: Vec<String>,
    /// A man of the captive's side who stays as a hostage for him; again for more.
    #[arg(long = "hostage")]
    hostages: Vec<String>,
    /// Hold him until the last part is paid, and do not let him go first.
    #[arg(long, conflicts_with = "hostages")]
    hold: bool,
    /// Two sides that stopped fighting, for their prisoners.
    #[arg(long = "between")]
    between: Vec<String>,
    /// What becomes of the prisoners: kept, freed or exchanged.
    #[arg(long)]
    fate: Option<String>,
    /// Why, for the chronicle.
    #[arg(long, default_value = "")]
    reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deed {
    /// Ask a ransom; of several, each the book's.
    Ask,
    /// Offer one.
    Offer,
    /// Agree on one; without a sum, on what was asked or offered last.
    Agree,
    /// Pay it, and he goes free; of several, each what is agreed or asked. Of a man on parole, the next part.
    Pay,
    /// Pay the part that falls due next, of a man who is held or on parole.
    PayPart,
    /// Agree on parts (--part), on parole against hostages or held until the last.
    Parts,
    /// Lodge him in the place where he is (--at), or have an army that stands there lead him (--with).
    Keep,
    /// Let him go for nothing.
    Free,
    /// Exchange captives for those of the other side (--for).
    Exchange,
    /// Sell what may be asked for him, or is owed, to another holder (--to).
    Sell,
    /// Give him to another holder of the same side (--to), such as the heir of one who died.
    Give,
    /// Put him to death, where quarter does not bind.
    Kill,
    /// A part was missed: he comes back into captivity.
    ComeBack,
    /// A part was missed: his hostages are forfeit.
    Forfeit,
    /// A king goes over to the side that holds him, for a price (--marks).
    ChangeSides,
    /// What becomes of the prisoners of two sides that stopped fighting (--between, --fate).
    Prisoners,
}

/// How a sum is written.
const SUM: &str = "Write marks, such as 43 or “43 m 6s 8d”.";

/// A sum: a bare number is marks.
pub(super) fn sum(text: &str) -> Result<Pence> {
    Pence::asked(text).map_err(|bad| Problem::bad_input(format!("{bad}.")).hint(SUM))
}

/// A part as its day and sum.
fn part(text: &str) -> Result<(Day, Pence)> {
    let (when, pence) = text.split_once('=').ok_or_else(|| {
        Problem::bad_input(format!("“{text}” is no part of a ransom."))
            .hint("Write its day and sum, such as 1415-12-25=20.")
    })?;
    Ok((day(when.trim())?, sum(pence)?))
}

fn held(db: &Db, names: &[String]) -> Result<Vec<Captive>> {
    names.iter().map(|name| captives::named(db, name)).collect()
}

fn ids(held: &[Captive]) -> Vec<CaptiveId> {
    held.iter().map(|captive| captive.id).collect()
}

fn missing(option: &str, what: &str) -> Problem {
    Problem::bad_input(format!("It is not said {what}.")).hint(format!("Give it with {option}."))
}

impl Ransom {
    pub fn run(self, out: &Out) -> Result<()> {
        let marks = self.marks.as_deref().map(sum).transpose()?;
        let mut store = open(&self.file, out)?;
        let store = &mut store;
        if self.captives.is_empty() && self.deed != Deed::Prisoners {
            return Err(missing("--captive", "who"));
        }
        match self.deed {
            Deed::Ask | Deed::Offer | Deed::Agree | Deed::Free | Deed::Pay => self.bargain(store, marks, out),
            Deed::Parts => {
                let captive = self.one(store)?;
                let parts = self.parts.iter().map(|text| part(text)).collect::<Result<Vec<_>>>()?;
                let security = match self.hold {
                    true => Security::Captive,
                    false => {
                        let men = self.hostages.iter().map(|name| Ok(store.person_named(name)?.id));
                        Security::Hostages(men.collect::<Result<_>>()?)
                    }
                };
                captives::pay_in_parts(store, captive.id, self.payer()?, &parts, &security)?;
                done(store, out)
            }
            Deed::Exchange => {
                let (one, other) = (held(store, &self.captives)?, held(store, &self.against)?);
                if other.is_empty() {
                    return Err(missing("--for", "for whom"));
                }
                let paid = match marks {
                    Some(sum) => {
                        let from = self.from.as_deref().ok_or_else(|| missing("--from", "which side pays"))?;
                        Some((store.side_named(from)?.id, sum))
                    }
                    None => None,
                };
                captives::exchange(store, &ids(&one), &ids(&other), paid)?;
                done(store, out)
            }
            Deed::Sell => {
                let to = self.to.as_deref().ok_or_else(|| missing("--to", "who buys"))?;
                let sum = marks.ok_or_else(|| missing("--marks", "for how much"))?;
                let to = captives::buyer_named(store, to)?;
                let sold = self.held_or_owed(store)?;
                captives::sell(store, &sold, to, sum)?;
                done(store, out)
            }
            Deed::Give => {
                let to = self.to.as_deref().ok_or_else(|| missing("--to", "to whom"))?;
                let to = captives::buyer_named(store, to)?;
                let given = self.held_or_owed(store)?;
                captives::give(store, &given, to)?;
                done(store, out)
            }
            Deed::Kill => {
                let condemned = ids(&held(store, &self.captives)?);
                captives::put_to_death(store, &condemned, &self.reason)?;
                done(store, out)
            }
            Deed::ComeBack | Deed::Forfeit => {
                let owed = parole::named(store, self.one_name()?)?.line.captive.id;
                match self.deed {
                    Deed::ComeBack => parole::come_back(store, owed)?,
                    _ => parole::forfeit(store, owed)?,
                }
                done(store, out)
            }
            Deed::Keep => {
                let keep = match (&self.at, &self.with) {
                    (Some(place), _) => Keep::At(store.place_named(place)?.id),
                    (None, Some(army)) => Keep::With(store.army_named(army)?.id),
                    (None, None) => return Err(missing("--at or --with", "where they are kept")),
                };
                let kept = ids(&held(store, &self.captives)?);
                captives::lodge(store, &kept, keep)?;
                done(store, out)
            }
            Deed::PayPart => self.pay_part(store, out),
            Deed::ChangeSides => {
                let king = self.one(store)?;
                captives::change_sides(store, king.id, marks)?;
                done(store, out)
            }
            Deed::Prisoners => {
                let [one, other] = self.between.as_slice() else {
                    return Err(missing("--between A --between B", "of which two sides"));
                };
                let fate = self.fate.as_deref().ok_or_else(|| missing("--fate", "what becomes of them"))?;
                let fate: PrisonersFate = fate.parse()?;
                let (one, other) = (store.side_named(one)?.id, store.side_named(other)?.id);
                captives::settle_prisoners(store, one, other, fate)?;
                done(store, out)
            }
        }
    }

    fn payer(&self) -> Result<Payer> {
        Ok(self.from.as_deref().unwrap_or(Payer::Side.word()).parse()?)
    }

    /// The one captive named.
    fn one_name(&self) -> Result<&str> {
        match self.captives.as_slice() {
            [name] => Ok(name),
            _ => Err(Problem::bad_input("That is done for one captive at a time.").hint("Name one with --captive.")),
        }
    }

    fn one(&self, db: &Db) -> Result<Captive> {
        captives::named(db, self.one_name()?)
    }

    /// Those named who are held, or are free and owe parts of their ransoms.
    fn held_or_owed(&self, db: &Db) -> Result<Vec<CaptiveId>> {
        let one = |name: &String| match captives::named(db, name) {
            Ok(captive) => Ok(captive.id),
            Err(problem) if problem.kind == ProblemKind::NotFound => Ok(parole::named(db, name)?.line.captive.id),
            Err(problem) => Err(problem),
        };
        self.captives.iter().map(one).collect()
    }

    /// What is said and paid about a ransom.
    fn bargain(&self, store: &mut Store, marks: Option<Pence>, out: &Out) -> Result<()> {
        let payer = self.payer()?;
        if self.captives.len() > 1 {
            return self.bargain_many(store, marks, payer, out);
        }
        let captive = match captives::named(store, &self.captives[0]) {
            Ok(captive) => captive,
            Err(problem) if problem.kind == ProblemKind::NotFound && self.deed == Deed::Pay => {
                return self.pay_part(store, out);
            }
            Err(problem) => return Err(problem),
        };
        let name = store.person(captive.person)?.styled();
        let (done, pence) = match self.deed {
            Deed::Offer => {
                let marks =
                    marks.ok_or_else(|| Problem::bad_input("An offer needs a sum.").hint("Give it with --marks."))?;
                captives::offer(store, captive.id, marks)?;
                ("offered for", marks)
            }
            Deed::Agree => ("agreed for", captives::agree(store, captive.id, marks)?),
            Deed::Pay => ("paid for", captives::pay(store, captive.id, payer, marks)?),
            Deed::Free => {
                captives::free(store, &[captive.id])?;
                ("asked no more for", Pence(0))
            }
            _ => ("asked for", captives::ask(store, captive.id, marks)?),
        };
        let mut text = match self.deed {
            Deed::Free => format!("{name} was let go for nothing. He is free."),
            Deed::Pay => format!("{} {done} {name}. He is free.", pence.marks()),
            _ => format!("{} {done} {name}.", pence.marks()),
        };
        let parts = match self.deed {
            Deed::Ask if marks.is_none() => captives::terms(store, captive.id)?.book.map(|book| book.parts),
            _ => None,
        };
        for part in parts.iter().flatten() {
            text.push_str(&format!("\n  {} {} ({})", part.figure(), part.what, part.clause));
        }
        let value =
            json!({ "captive": name, "done": done, "pence": pence, "marks": pence.0 as f64 / 160.0, "parts": parts });
        out.say(&value, text)
    }

    /// The same for many captives in one action.
    fn bargain_many(&self, store: &mut Store, marks: Option<Pence>, payer: Payer, out: &Out) -> Result<()> {
        if marks.is_some() {
            return Err(Problem::bad_input("A sum is for one captive.").hint("Leave --marks out, or name one captive."));
        }
        let many = ids(&held(store, &self.captives)?);
        match self.deed {
            Deed::Ask => drop(captives::ask_many(store, &many)?),
            Deed::Pay => drop(captives::pay_many(store, &many, payer)?),
            Deed::Free => captives::free(store, &many)?,
            _ => {
                return Err(Problem::bad_input("Sums are offered and agreed for one captive at a time.")
                    .hint("Name one with --captive."));
            }
        }
        done(store, out)
    }

    /// Pays the part that falls due next, for a man who is held or free on parole (CP-4.3): of one who was taken again while he
    /// owed for the first time, of either ransom.
    fn pay_part(&self, store: &mut Store, out: &Out) -> Result<()> {
        let name = self.one_name()?;
        let parole = match captives::named(store, name) {
            Ok(held) => {
                let owed = parole::owed(store)?.into_iter().find(|owed| owed.line.captive.person == held.person);
                owed.ok_or_else(|| {
                    Problem::refused(
                        format!("No ransom in parts is agreed for {name}."),
                        "Agree on parts first (parts), or pay the whole (pay).",
                    )
                })?
            }
            Err(problem) if problem.kind == ProblemKind::NotFound => parole::named(store, name)?,
            Err(problem) => return Err(problem),
        };
        if self.marks.is_some() {
            return Err(Problem::refused(
                format!("The ransom of {} is owed in parts.", parole.line.name),
                format!("Leave --marks out: the next part is {}.", parole.part.marks()),
            ));
        }
        let payer = self.from.as_deref().map(str::parse::<Payer>).transpose()?;
        captives::pay_part(store, parole.next, payer)?;
        let left = Pence(parole.owed.0 - parole.part.0);
        let name = &parole.line.name;
        let value = json!({
            "captive": name, "done": "paid in part for", "pence": parole.part,
            "marks": parole.part.0 as f64 / 160.0, "owed_pence": left,
        });
        out.say(&value, format!("{} paid for {name}; {} is still owed.", parole.part.marks(), left.marks()))
    }
}

/// Says what the last action was.
fn done(store: &Store, out: &Out) -> Result<()> {
    let sentence = store.last_action()?.map_or(String::new(), |action| action.sentence);
    let value: Value = json!({ "done": sentence });
    out.say(&value, sentence)
}
