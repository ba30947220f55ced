//! Captives and their ransoms (CP-4): asked, offered, agreed, paid, and every other way out.

mod custody;
mod death;
mod exchange;
mod joining;
pub mod parole;
mod sale;

pub use custody::{Keep, lodge};
pub use death::{put_to_death, quarter_binds};
pub(super) use exchange::ask_of_prisoners;
pub use exchange::{PrisonersFate, exchange, prisoners, settle_prisoners};
pub use joining::{joining, labourers, no_labourer_rises, recruit, recruitable};
pub(super) use sale::may_hold;
pub use sale::{Buyer, buyer_named, change_sides, give, held_no_more, left_by, sell};

use crate::app::numbers;
use crate::app::release::{hostages_go_home, pass_on, pledge, release};
use crate::campaign::calendar::Day;
use crate::campaign::captivity::{BargainStep, Captive, CaptivityEnd, InstalmentState};
use crate::campaign::ids::{AccountId, BattleId, CaptiveId, InstalmentId, PersonId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::people::{Person, PersonState, Service};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::ransom;
use crate::rules::explain::Explained;
use crate::rules::figure::{Class, Grade, words};
use crate::rules::prisoners;
use crate::rules::telling::a;
use crate::store::captives::{Bargain, CaptiveLine, Instalment};
use crate::store::people::GradeChange;
use crate::store::{Act, Db, Store};
use serde::Serialize;
use serde_json::json;

/// Who pays a ransom (CP-4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Payer {
    /// The captive, from his own treasury.
    Own,
    Lord,
    Side,
}
words!(Payer, "payer", "own, lord or side", Own = "own", Lord = "lord", Side = "side");

/// A captive on his page: what is asked and why, and what could be done.
#[derive(Clone, Debug, Serialize)]
pub struct CaptiveTerms {
    /// The captive with names.
    pub line: CaptiveLine,
    /// What the book asks for him, in marks; none where it is bargained or nothing is asked (MM-8.4).
    pub book: Option<Explained<i64>>,
    /// What has been said, oldest first.
    pub bargains: Vec<Bargain>,
    /// Instalments still to be paid.
    pub instalments: Vec<Instalment>,
    /// Who could pay, with what each has.
    pub payers: Vec<(Payer, Pence)>,
    /// What would free him: what is left of the parts agreed, else the sum agreed, else asked.
    pub to_pay: Option<Pence>,
    /// For what he is a hostage, in a sentence; none if he is none.
    pub pledge: Option<String>,
    /// Why quarter forbids to put him to death; none if it does not, or he is free (MM-8.1).
    pub quarter: Option<String>,
}

pub fn terms(db: &Db, captive: CaptiveId) -> Result<CaptiveTerms> {
    let line = db
        .captives(true)?
        .into_iter()
        .find(|line| line.captive.id == captive)
        .ok_or_else(|| Problem::refused("That captive is gone.", "Look at the captives again."))?;
    let held = &line.captive;
    let book = prisoners::ransom::asked(held.standing, prisoners::Tables::book());
    let instalments: Vec<Instalment> = db.instalments()?.into_iter().filter(|part| part.captive == captive).collect();
    let left: Pence = instalments.iter().map(|part| part.pence).sum();
    let to_pay = Some(left).filter(|left| *left > Pence(0)).or(held.agreed).or(held.asked);
    let mut payers = Vec::new();
    for payer in [Payer::Own, Payer::Lord, Payer::Side] {
        if let Some(account) = account_of(db, held, payer)? {
            payers.push((payer, db.account(account)?.pence));
        }
    }
    Ok(CaptiveTerms {
        book,
        bargains: db.bargains(captive)?,
        instalments,
        payers,
        to_pay,
        pledge: pledged_for(db, held)?,
        quarter: if held.ended.is_none() { quarter_binds(db, held)? } else { None },
        line,
    })
}

/// What the captor keeps of a ransom and what his lord takes; all is the captor's side's where no man has a share (CP-4.5).
pub fn shares(db: &Db, captive: CaptiveId, ransom: Pence) -> Result<(Pence, Pence)> {
    Ok(match captor_of(db, &db.captive(captive)?)? {
        Some(_) => ransom::shares(&numbers::of(db)?, ransom),
        None => (ransom, Pence(0)),
    })
}

/// For what a hostage is held, and when he goes home; none for whoever is none.
fn pledged_for(db: &Db, captive: &Captive) -> Result<Option<String>> {
    if !captive.hostage {
        return Ok(None);
    }
    if let Some(pledge) = captive.pledge {
        let name = db.person(db.captive(pledge)?.person)?.styled();
        return Ok(Some(format!(
            "He is a hostage for the ransom of {name}, who is free on his word, and goes home when it is paid (CP-4.3)."
        )));
    }
    let Some(offer) = db.pledged_terms(captive.id)? else {
        return Ok(Some("He is a hostage, held for what was agreed and not for a ransom of his own.".to_owned()));
    };
    let siege = db.siege(offer.siege)?;
    let place = db.stronghold(siege.stronghold)?.name;
    let till = match siege.respite {
        Some(day) => format!(" It is to be given up on {} unless relieved.", day.long()),
        None => String::new(),
    };
    Ok(Some(format!(
        "He is a hostage for the terms of {place}, and goes home when they are kept or need not be (SG-3.3).{till}"
    )))
}

/// A name as it is compared: folded, without the style of a knight.
pub(super) fn plain(name: &str) -> String {
    crate::store::journal::fold(name.trim().strip_prefix("Sir ").unwrap_or(name.trim()))
}

/// Of the captives of a list the one of a name, or the man of a number as in `#12`; none if there is none.
pub(super) fn one_of<'a>(lines: &'a [CaptiveLine], name: &str) -> Result<Option<&'a CaptiveLine>> {
    if let Some(number) = name.trim().strip_prefix('#').and_then(|number| number.parse().ok()) {
        return Ok(lines.iter().find(|line| line.captive.person == PersonId(number)));
    }
    let wanted = plain(name);
    let found: Vec<&CaptiveLine> = lines.iter().filter(|line| plain(&line.name) == wanted).collect();
    match found.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        several => {
            let numbers: Vec<String> = several.iter().map(|line| format!("#{}", line.captive.person.0)).collect();
            Err(Problem::bad_input(format!("{} captives are called “{name}”.", several.len()))
                .hint(format!("Name one by his number: {}.", numbers.join(" or "))))
        }
    }
}

/// The captive of a name who is held now; of several of a name, by his number as in `#12`.
pub fn named(db: &Db, name: &str) -> Result<Captive> {
    match one_of(&db.captives(false)?, name)? {
        Some(line) => Ok(line.captive.clone()),
        None => Err(Problem::new(
            crate::campaign::problem::ProblemKind::NotFound,
            format!("Nobody called “{name}” is held."),
        )
        .hint("“banneret show FILE captives” lists those who are.")),
    }
}

/// A captive who is held now, for something that is done to him: never earlier than he was taken, at a siege whose days were
/// played ahead.
fn held(act: &Act, captive: CaptiveId) -> Result<(Captive, String)> {
    let captive = act.captive(captive)?;
    act.not_before(captive.taken)?;
    let name = act.person(captive.person)?.styled();
    match captive.ended {
        None => Ok((captive, name)),
        Some(end) => {
            Err(Problem::refused(format!("{name} is held no longer: {end}."), "Choose a captive who is held."))
        }
    }
}

/// A captive who is held for a ransom of his own.
fn ransomable(act: &Act, captive: CaptiveId) -> Result<(Captive, String)> {
    let (captive, name) = held(act, captive)?;
    no_hostage(&captive, &name)?;
    Ok((captive, name))
}

fn no_hostage(captive: &Captive, name: &str) -> Result<()> {
    match captive.hostage {
        false => Ok(()),
        true => Err(Problem::refused(
            format!("{name} is a hostage, held for what was agreed and not for a ransom of his own."),
            "Keep what he is pledged for, or free him.",
        )),
    }
}

/// Asks a ransom; without a sum, the book's (MM-8.4).
pub fn ask(store: &mut Store, captive: CaptiveId, sum: Option<Pence>) -> Result<Pence> {
    store.act("ask ransom", &json!({ "captive": captive, "pence": sum }), |act| {
        let (captive, name) = ransomable(act, captive)?;
        let sum = match sum {
            Some(sum) => sum,
            None => {
                match (captive.standing.class, prisoners::ransom::asked(captive.standing, prisoners::Tables::book())) {
                    (_, Some(marks)) => Pence::from_marks(marks.value),
                    (Class::Knight, None) => {
                        return Err(Problem::refused(
                            format!(
                                "{name} is {}, whose ransom is by negotiation (MM-8.4).",
                                a(captive.standing.rank.word())
                            ),
                            "Ask a sum of your own.",
                        ));
                    }
                    (class, None) => {
                        return Err(Problem::refused(
                            format!("{name} is a {class}; the book asks ransom for knights only (MM-8.4)."),
                            match class {
                                Class::Peasant => "Ask a sum of your own, set him to labour, or free him.",
                                Class::Sergeant => "Ask a sum of your own, recruit him, or free him.",
                                _ => "Ask a sum of your own, or free him.",
                            },
                        ));
                    }
                }
            }
        };
        positive(sum)?;
        act.add_bargain(captive.id, BargainStep::Asked, sum)?;
        Ok((sum, format!("{} was asked for {name}.", sum.marks())))
    })
}

/// Asks for each of several captives what the book does (MM-8.4), as one action. Those whom it asks nothing for are left
/// as they are.
pub fn ask_many(store: &mut Store, captives: &[CaptiveId]) -> Result<u32> {
    store.act("ask ransoms", &json!({ "captives": captives }), |act| {
        let (mut asked, mut total) = (0, Pence(0));
        for captive in captives {
            let (captive, _) = held(act, *captive)?;
            let book = prisoners::ransom::asked(captive.standing, prisoners::Tables::book());
            let Some(marks) = book.filter(|_| !captive.hostage) else { continue };
            let sum = Pence::from_marks(marks.value);
            if captive.asked != Some(sum) {
                act.add_bargain(captive.id, BargainStep::Asked, sum)?;
                asked += 1;
                total += sum;
            }
        }
        if asked == 0 {
            return Err(Problem::refused(
                "The book asks nothing for any of them, or it is asked already (MM-8.4).",
                "Choose knights, or ask a sum of your own for one man.",
            ));
        }
        Ok((asked, format!("{} was asked for {asked} captives, as the book does.", total.marks())))
    })
}

/// Offers a sum for a captive.
pub fn offer(store: &mut Store, captive: CaptiveId, sum: Pence) -> Result<()> {
    store.act("offer ransom", &json!({ "captive": captive, "pence": sum }), |act| {
        let (captive, name) = ransomable(act, captive)?;
        positive(sum)?;
        act.add_bargain(captive.id, BargainStep::Offered, sum)?;
        Ok(((), format!("{} was offered for {name}.", sum.marks())))
    })
}

/// Agrees on a sum: without one, the last that was asked or offered, whichever was said later (CP-4.2).
pub fn agree(store: &mut Store, captive: CaptiveId, sum: Option<Pence>) -> Result<Pence> {
    store.act("agree ransom", &json!({ "captive": captive, "pence": sum }), |act| {
        let (captive, name) = ransomable(act, captive)?;
        let said = act.last_said(captive.id)?.map(|(_, pence)| pence);
        let sum = sum.or(said).ok_or_else(|| {
            Problem::refused(format!("Nothing was asked or offered for {name}."), "Ask or offer a sum first.")
        })?;
        positive(sum)?;
        act.add_bargain(captive.id, BargainStep::Agreed, sum)?;
        // Parts agreed before are agreed no more.
        act.end_instalments(captive.id)?;
        Ok((sum, format!("{} was agreed for {name}.", sum.marks())))
    })
}

pub(super) fn positive(sum: Pence) -> Result<()> {
    match sum.0 > 0 {
        true if sum > Pence::LARGEST => Err(Problem::bad_input(format!("{sum} is more money than there is."))
            .hint(format!("Name a sum of at most {}.", Pence::LARGEST))),
        true => Ok(()),
        false => Err(Problem::bad_input("A ransom is more than nothing.").hint("To let him go for nothing, free him.")),
    }
}

/// The treasury a payer pays from; none if he has none.
fn account_of(db: &Db, captive: &Captive, payer: Payer) -> Result<Option<AccountId>> {
    let person = db.person(captive.person)?;
    match payer {
        Payer::Own => db.person_account(person.id),
        Payer::Lord => {
            // A lord who is dead, gone or of another side pays nothing.
            for lord in [person.lord, db.side(person.side)?.lord].into_iter().flatten() {
                let lord = db.person(lord)?;
                if lives(&lord) && lord.side == person.side && lord.id != person.id {
                    return db.person_account(lord.id);
                }
            }
            Ok(None)
        }
        Payer::Side => Ok(Some(db.side_account(person.side)?)),
    }
}

pub(super) fn payer_account(db: &Db, captive: &Captive, payer: Payer) -> Result<AccountId> {
    account_of(db, captive, payer)?.ok_or_else(|| {
        let whose = match payer {
            Payer::Own => "He has no treasury of his own",
            Payer::Lord => "He has no lord with a treasury",
            Payer::Side => "His side has no treasury",
        };
        Problem::refused(
            format!("{whose}."),
            "Let his side pay, or move money into it first, by an entry of the ledger.",
        )
    })
}

/// Pays a captive's ransom and frees him, as one action (CP-4.3): what is left of the parts agreed, else the sum agreed, and
/// no other; where nothing is agreed, the sum named, else what is asked. His captor keeps his share and the captor's lord
/// takes the rest (CP-4.5).
pub fn pay(store: &mut Store, captive: CaptiveId, payer: Payer, sum: Option<Pence>) -> Result<Pence> {
    store.act("pay ransom", &json!({ "captive": captive, "payer": payer, "pence": sum }), |act| {
        let (sum, name) = pay_one(act, captive, payer, sum)?;
        Ok((sum, format!("{name} was ransomed for {}.", sum.marks())))
    })
}

/// Pays the ransoms of several captives and frees them, as one action: for each what is agreed, else asked.
pub fn pay_many(store: &mut Store, captives: &[CaptiveId], payer: Payer) -> Result<Pence> {
    store.act("pay ransoms", &json!({ "captives": captives, "payer": payer }), |act| {
        let (mut total, mut names) = (Pence(0), Vec::new());
        for captive in captives {
            let (sum, name) = pay_one(act, *captive, payer, None)?;
            total += sum;
            names.push(name);
        }
        if names.is_empty() {
            return Err(Problem::refused("Nobody is chosen.", "Choose one captive or more."));
        }
        Ok((total, format!("{} ransomed for {} in all.", listed(&names), total.marks())))
    })
}

fn pay_one(act: &Act, captive: CaptiveId, payer: Payer, sum: Option<Pence>) -> Result<(Pence, String)> {
    let (captive, name) = ransomable(act, captive)?;
    let parts = act.instalments()?.into_iter().filter(|part| part.captive == captive.id);
    let left: Pence = parts.map(|part| part.pence).sum();
    let left = (left > Pence(0)).then_some(left);
    if let (Some(sum), Some(owed)) = (sum, left.or(captive.agreed))
        && sum != owed
    {
        let how = if left.is_some() { "is left to pay" } else { "is agreed" };
        return Err(Problem::refused(
            format!("{} {how} for {name}, not {}.", owed.marks(), sum.marks()),
            "Pay that sum, or agree on another first.",
        ));
    }
    let sum =
        sum.or(left).or(captive.agreed).or(captive.asked).ok_or_else(|| {
            Problem::refused(format!("No ransom is asked for {name}."), "Ask or agree on a sum first.")
        })?;
    positive(sum)?;
    let from = payer_account(act, &captive, payer)?;
    share_out(act, &captive, from, sum, &format!("ransom of {name}"), "CP-4.3")?;
    act.add_bargain(captive.id, BargainStep::Paid, sum)?;
    release(act, &captive, CaptivityEnd::Ransomed)?;
    Ok((sum, name))
}

fn lives(man: &Person) -> bool {
    !matches!(man.state, PersonState::Dead | PersonState::Left)
}

/// The man who has his share of a captive's ransom; none where no single man holds him, or the side's own lord does.
fn captor_of(db: &Db, captive: &Captive) -> Result<Option<Person>> {
    let rules = db.side(captive.holder_side)?.lord;
    let holder = captive.holder.map(|holder| db.person(holder)).transpose()?;
    Ok(holder.filter(|holder| lives(holder) && holder.side == captive.holder_side && Some(holder.id) != rules))
}

/// Moves a ransom, or a part of one: the holder's share to him, of whatever class he is, and the rest to his lord, who is
/// the side where he has no other (CP-4.5). Where no single man holds the captive, or the side's own lord does, all of it is
/// the side's.
fn share_out(act: &Act, captive: &Captive, from: AccountId, sum: Pence, what: &str, clause: &str) -> Result<()> {
    let side = act.side_account(captive.holder_side)?;
    let rules = act.side(captive.holder_side)?.lord;
    match captor_of(act, captive)? {
        None => act.pay(from, side, sum, what, clause),
        Some(captor) => {
            let (own, lords) = ransom::shares(&numbers::of(act)?, sum);
            // Both shares are refused together: the payer needs the whole sum.
            let has = act.account(from)?;
            if has.pence < sum {
                return act.pay(from, side, sum, what, clause);
            }
            let lord = captor.lord.map(|lord| act.person(lord)).transpose()?;
            let lord = lord.filter(|lord| {
                lives(lord) && lord.side == captive.holder_side && lord.id != captor.id && Some(lord.id) != rules
            });
            let lord = match lord {
                Some(lord) if lords > Pence(0) => act.open_account(lord.id)?,
                _ => side,
            };
            act.pay(from, lord, lords, &format!("{what}: the lord’s share"), "CP-4.5")?;
            act.pay(from, act.open_account(captor.id)?, own, &format!("{what}: the captor’s share"), "CP-4.5")
        }
    }
}

/// What a captor has in hand while a ransom is paid in parts (CP-4.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Security {
    /// The captive himself, until the last part is paid.
    Captive,
    /// His word, and men of his side who stay as hostages for him.
    Hostages(Vec<PersonId>),
}

/// Agrees on payment in parts: the captive is held until the last is paid, or goes free first, on parole, against hostages
/// if any are given (CP-4.3).
pub fn pay_in_parts(
    store: &mut Store,
    captive: CaptiveId,
    payer: Payer,
    parts: &[(Day, Pence)],
    security: &Security,
) -> Result<()> {
    let sums: Vec<_> = parts.iter().map(|(day, pence)| json!({ "day": day, "pence": pence })).collect();
    let arguments = json!({ "captive": captive, "payer": payer, "parts": sums, "security": security });
    store.act("ransom in parts", &arguments, |act| {
        let (captive, name) = ransomable(act, captive)?;
        let today = act.day()?;
        if parts.is_empty() {
            return Err(Problem::bad_input("No part is named.").hint("Name each part with its sum and due date."));
        }
        let account = payer_account(act, &captive, payer)?;
        let mut total = Pence(0);
        for (due, pence) in parts {
            positive(*pence)?;
            if *due < today {
                return Err(Problem::bad_input(format!("{} is past.", due.long())).hint("Name a day from today on."));
            }
            total += *pence;
        }
        if captive.agreed != Some(total) {
            act.add_bargain(captive.id, BargainStep::Agreed, total)?;
        }
        // Parts agreed before are agreed anew.
        act.end_instalments(captive.id)?;
        let mut pledged = Vec::new();
        if let Security::Hostages(men) = security {
            release(act, &captive, CaptivityEnd::Ransomed)?;
            for man in men {
                pledged.push(pledge(act, &captive, *man)?);
            }
        }
        for (due, pence) in parts {
            act.add_instalment(captive.id, account, *due, *pence)?;
        }
        let in_parts = if parts.len() == 1 { "in one part".to_owned() } else { format!("in {} parts", parts.len()) };
        let before = captive.agreed.filter(|agreed| *agreed != total);
        let before = before.map_or(String::new(), |agreed| format!(", where {} were agreed before", agreed.marks()));
        let sum = format!("{} {in_parts}{before}", total.marks());
        Ok((
            (),
            match (security, pledged.as_slice()) {
                (Security::Captive, _) => format!("{name} is to go free when {sum} is paid."),
                (_, []) => format!("{name} was let go on parole for {sum}."),
                (_, pledged) => {
                    format!("{name} was let go on parole for {sum}, with {} as hostage.", pledged.join(", "))
                }
            },
        ))
    })
}

/// Pays a part of a ransom that is due or missed, of a man who is held or free on parole: from the treasury that was to pay
/// it, or from another payer's (CP-4.3).
pub fn pay_part(store: &mut Store, part: InstalmentId, payer: Option<Payer>) -> Result<()> {
    store.act("pay instalment", &json!({ "instalment": part, "payer": payer }), |act| {
        let due = act.instalments()?.into_iter().find(|known| known.id == part).ok_or_else(|| {
            Problem::refused("That part is paid or no longer owed.", "Look at the captives' terms again.")
        })?;
        let captive = act.captive(due.captive)?;
        act.not_before(captive.taken)?;
        let name = act.person(captive.person)?.styled();
        let from = payer.map_or(Ok(due.payer), |payer| payer_account(act, &captive, payer))?;
        share_out(act, &captive, from, due.pence, &format!("ransom of {name}"), "CP-4.3")?;
        act.set_instalment(part, InstalmentState::Paid)?;
        act.add_bargain(captive.id, BargainStep::Paid, due.pence)?;
        let all_paid = !act.instalments()?.iter().any(|other| other.captive == captive.id);
        if captive.ended.is_none() && all_paid {
            release(act, &captive, CaptivityEnd::Ransomed)?;
        }
        if all_paid {
            hostages_go_home(act, captive.id, &name)?;
        }
        Ok(((), format!("{} of the ransom of {name} was paid.", due.pence.marks())))
    })
}

/// Lets captives go for nothing, many at once.
pub fn free(store: &mut Store, captives: &[CaptiveId]) -> Result<()> {
    store.act("free", &json!({ "captives": captives }), |act| {
        let mut names = Vec::new();
        for captive in captives {
            let (captive, name) = held(act, *captive)?;
            release(act, &captive, CaptivityEnd::Freed)?;
            names.push(name);
        }
        Ok(((), format!("{} let go for nothing.", listed(&names))))
    })
}

/// A man goes over to another side: he serves it for pay as long as he is wanted, whatever he owed the old one, his lord
/// there is his lord no more, and whom he held passes on.
fn go_over(act: &Act, man: &Person, to: SideId) -> Result<()> {
    act.set_person_side(man.id, to)?;
    act.set_service(man.id, Service::default())?;
    act.set_paid_from(man.id, None)?;
    act.set_training(man.id, None)?;
    pass_on(act, man.id)?;
    act.set_lord(man.id, None)
}

/// Sets captive peasants to labour, as grade E (MM-8.3), or takes them from it.
pub fn set_to_labour(store: &mut Store, captives: &[CaptiveId], labours: bool) -> Result<()> {
    store.act("labour", &json!({ "captives": captives, "labours": labours }), |act| {
        let mut names = Vec::new();
        for captive in captives {
            let (captive, name) = ransomable(act, *captive)?;
            let person = act.person(captive.person)?;
            if !labours && person.state != PersonState::Labourer {
                return Err(Problem::refused(
                    format!("{name} is not at labour."),
                    "Choose those who are; only captive peasants are set to it (MM-8.3).",
                ));
            }
            // He may have been written down as something else since he was taken.
            if [captive.standing.class, person.profile.class] != [Class::Peasant; 2] {
                return Err(Problem::refused(
                    format!("{name} is a {}; only peasants are set to labour (MM-8.3).", captive.standing.class),
                    "Knights are ransomed, sergeants may be recruited.",
                ));
            }
            act.set_state(person.id, if labours { PersonState::Labourer } else { PersonState::Captive })?;
            if labours && person.profile.grade != Grade::E {
                grade(act, &captive, person.profile.grade, Grade::E, "MM-8.3", "set to labour by his captors")?;
            }
            names.push(name);
        }
        let done = if labours { "set to labour" } else { "taken from labour" };
        Ok(((), format!("{} {done}.", listed(&names))))
    })
}

fn grade(act: &Act, captive: &Captive, from: Grade, to: Grade, clause: &str, reason: &str) -> Result<()> {
    regrade(act, captive.person, captive.battle, (from, to), clause, reason)
}

fn regrade(
    act: &Act,
    person: PersonId,
    battle: Option<BattleId>,
    (from, to): (Grade, Grade),
    clause: &str,
    reason: &str,
) -> Result<()> {
    if from == to {
        return Ok(());
    }
    act.change_grade(&GradeChange {
        person,
        day: act.day()?,
        battle,
        from,
        to,
        clause: clause.to_owned(),
        reason: reason.to_owned(),
    })
}

/// Men by their names, or of many how many they are.
fn together(names: &[String]) -> String {
    match names.len() {
        1..=3 => names.join(", "),
        many => format!("{many} men"),
    }
}

/// The same before what was done with them.
fn listed(names: &[String]) -> String {
    format!("{} {}", together(names), if names.len() == 1 { "was" } else { "were" })
}
