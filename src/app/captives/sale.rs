//! Ransoms sold to another holder (CP-4.4), captives given to whoever inherits them (CP-7.6), and a king who goes over
//! (CP-4.6).

use super::{go_over, held, listed, parole};
use crate::app::release::kept_by;
use crate::campaign::captivity::{BargainStep, Captive, CaptivityEnd};
use crate::campaign::ids::{AccountId, CaptiveId, PersonId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::people::{Person, PersonState};
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::Rank;
use crate::store::captives::CaptiveLine;
use crate::store::{Act, Db, Store};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;

/// Who buys a ransom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Buyer {
    /// A side, from its treasury.
    Side(SideId),
    /// A man, from his own.
    Man(PersonId),
}

/// The buyer of a name: a side, else a man.
pub fn buyer_named(db: &Db, name: &str) -> Result<Buyer> {
    match db.side_named(name) {
        Ok(side) => Ok(Buyer::Side(side.id)),
        Err(_) => Ok(Buyer::Man(db.person_named(name)?.id)),
    }
}

/// Whether a man may hold captives: he lives and is not held himself.
pub(in crate::app) fn may_hold(man: &Person) -> Result<()> {
    match man.state.serves() {
        true => Ok(()),
        false => Err(Problem::refused(
            format!("{} is {}, and can hold nobody.", man.styled(), man.state),
            "Choose a man who is free and serves.",
        )),
    }
}

/// Who has the money of a ransom sold: the man who holds the captive, if he lives and serves, else his side.
fn seller(act: &Act, captive: &Captive) -> Result<AccountId> {
    match captive.holder.map(|holder| act.person(holder)).transpose()? {
        Some(man) if !matches!(man.state, PersonState::Dead | PersonState::Left) => act.open_account(man.id),
        _ => act.side_account(captive.holder_side),
    }
}

/// A captive comes into other hands, and with him the hostages pledged for him.
fn hand_to(act: &Act, captive: &Captive, side: SideId, holder: Option<PersonId>) -> Result<()> {
    for one in std::iter::once(captive.clone()).chain(act.pledged_for(captive.id)?) {
        let (army, place) = match one.holder_side == side {
            true => (one.army, one.place),
            false => {
                let led = one.army.map(|army| act.formation(army)).transpose()?;
                kept_by(act, side, holder, led.map_or(one.place, |army| army.place))?
            }
        };
        // Who is free on parole is led with no army.
        let army = army.filter(|_| one.ended.is_none());
        act.set_holder(one.id, side, holder, army, place)?;
        act.set_heir_of(one.id, None)?;
    }
    Ok(())
}

/// Sells what may be asked for captives, or is still owed for men on parole, to another holder, many at once, for a sum in
/// all (CP-4.4). He takes over their terms and the hostages pledged for them.
pub fn sell(store: &mut Store, captives: &[CaptiveId], to: Buyer, sum: Pence) -> Result<()> {
    store.act("sell ransom", &json!({ "captives": captives, "to": to, "pence": sum }), |act| {
        super::positive(sum)?;
        let (side, holder, from, buyer) = match to {
            Buyer::Side(side) => (side, None, act.side_account(side)?, act.side(side)?.name),
            Buyer::Man(man) => {
                let man = act.person(man)?;
                may_hold(&man)?;
                (man.side, Some(man.id), act.open_account(man.id)?, man.styled())
            }
        };
        let mut sold = Vec::new();
        let mut seller_of_all: Option<AccountId> = None;
        for captive in captives {
            let captive = held_or_owed(act, *captive)?;
            let man = act.person(captive.person)?;
            let name = man.styled();
            super::no_hostage(&captive, &name)?;
            if man.side == side {
                return Err(Problem::refused(
                    format!("{name} is of the buyer’s own side, and is not sold to it."),
                    "Have his side pay his ransom; then he goes free.",
                ));
            }
            let seller = seller(act, &captive)?;
            if *seller_of_all.get_or_insert(seller) != seller {
                return Err(Problem::refused("They are held by several.", "Sell those of one holder at a time."));
            }
            if seller == from {
                return Err(Problem::refused(format!("{buyer} holds {name} already."), "Choose another buyer."));
            }
            sold.push((captive, name));
        }
        if sold.is_empty() {
            return Err(Problem::refused("Nobody is chosen to be sold.", "Choose one captive or more."));
        }
        let each: Vec<String> = sold.iter().map(|(_, name)| name.clone()).collect();
        if act.account(from)?.pence < sum {
            // The whole price is refused, and not its first share.
            act.pay(from, act.world()?, sum, "a ransom bought", "CP-4.4")?;
        }
        // What was paid for all stands with each in equal parts, the odd pence with the first. A seller's lord has his share
        // of it as of any ransom (CP-4.5).
        let share = Pence(sum.0 / sold.len() as i64);
        for (at, (captive, name)) in sold.iter().enumerate() {
            act.not_before(captive.taken)?;
            let odd = if at == 0 { Pence(sum.0 - share.0 * sold.len() as i64) } else { Pence(0) };
            if share + odd > Pence(0) {
                super::share_out(act, captive, from, share + odd, &format!("the ransom of {name}, sold"), "CP-4.4")?;
            }
            hand_to(act, captive, side, holder)?;
            act.add_bargain(captive.id, BargainStep::Sold, share + odd)?;
        }
        Ok(((), format!("{} sold to {buyer} for {}.", listed(&each), sum.marks())))
    })
}

/// A captivity that lasts, or one that is over and of which parts of the ransom are still owed.
fn held_or_owed(act: &Act, captive: CaptiveId) -> Result<Captive> {
    let known = act.captive(captive)?;
    let owed = act.instalments()?.iter().any(|part| part.captive == captive);
    if known.ended.is_some() && owed { Ok(known) } else { Ok(held(act, captive)?.0) }
}

/// Gives captives to another holder of the side that holds them, many at once: the heir of one who died (CP-7.6), or
/// nobody but the side.
pub fn give(store: &mut Store, captives: &[CaptiveId], to: Buyer) -> Result<()> {
    store.act("give captives", &json!({ "captives": captives, "to": to }), |act| {
        let (side, man) = match to {
            Buyer::Side(side) => (side, None),
            Buyer::Man(man) => {
                let man = act.person(man)?;
                may_hold(&man)?;
                (man.side, Some(man))
            }
        };
        let holder = man.as_ref().map(|man| man.id);
        let mut names = Vec::new();
        for captive in captives {
            let captive = held_or_owed(act, *captive)?;
            let name = act.person(captive.person)?.styled();
            if side != captive.holder_side {
                let by = act.side(captive.holder_side)?.name;
                return Err(Problem::refused(
                    format!("{name} is held by {by}."),
                    format!("Choose {by} or a man of it, or sell his ransom."),
                ));
            }
            if captive.holder == holder && captive.heir_of.is_none() {
                return Err(Problem::refused(format!("{name} is held so already."), "Choose another holder."));
            }
            hand_to(act, &captive, captive.holder_side, holder)?;
            names.push(name);
        }
        if names.is_empty() {
            return Err(Problem::refused("Nobody is chosen.", "Choose one captive or more."));
        }
        let to = man.map_or(Ok::<_, Problem>(act.side(side)?.name), |man| Ok(man.styled()))?;
        Ok(((), format!("{} given to {to}.", listed(&names))))
    })
}

/// Captives whose holder is dead or can hold them no more, and ransoms owed to him, until it is decided whose they are (CP-7.6):
/// each with the man who held him. An older file may have one written as holder who cannot be.
pub fn held_no_more(db: &Db) -> Result<Vec<(PersonId, CaptiveLine)>> {
    let mut lines = Vec::new();
    let owed = parole::paroles(db)?.into_iter().map(|parole| parole.line);
    for line in db.captives(false)?.into_iter().chain(owed) {
        let holder = line.captive.holder.map(|holder| db.person(holder)).transpose()?;
        let cannot = holder.filter(|man| !man.state.serves() || man.side != line.captive.holder_side);
        let old = line.captive.heir_of.or(cannot.map(|man| man.id));
        lines.extend(old.map(|old| (old, line)));
    }
    Ok(lines)
}

/// Those of them whom one man held, by who has them now.
pub fn left_by(db: &Db, old: PersonId) -> Result<Vec<(Buyer, Vec<CaptiveId>)>> {
    let mut left: BTreeMap<(SideId, Option<PersonId>), Vec<CaptiveId>> = BTreeMap::new();
    for (_, line) in held_no_more(db)?.into_iter().filter(|(man, _)| *man == old) {
        let by = line.captive.holder.filter(|holder| *holder != old);
        left.entry((line.captive.holder_side, by)).or_default().push(line.captive.id);
    }
    let by = |(side, man): (SideId, Option<PersonId>)| man.map_or(Buyer::Side(side), Buyer::Man);
    Ok(left.into_iter().map(|(who, held)| (by(who), held)).collect())
}

/// A captive king goes over to the side that holds him, for a sum from its treasury into his own (CP-4.6, MM-8.4). What was
/// agreed as his ransom is another thing: his own side would have paid that.
pub fn change_sides(store: &mut Store, captive: CaptiveId, sum: Option<Pence>) -> Result<Pence> {
    store.act("change sides", &json!({ "captive": captive, "pence": sum }), |act| {
        let (captive, name) = held(act, captive)?;
        let man = act.person(captive.person)?;
        if man.profile.rank != Rank::King {
            return Err(Problem::refused(
                format!("{name} is no king; only a king is bargained over to change sides (CP-4.6)."),
                "Ransom, exchange or free him.",
            ));
        }
        let sum = sum.ok_or_else(|| {
            Problem::refused(
                format!("It is not said for what price {name} goes over."),
                "Name the sum that he is paid; a ransom agreed for him is not his price.",
            )
        })?;
        super::positive(sum)?;
        let what = format!("{name} changes sides");
        act.pay(act.side_account(captive.holder_side)?, act.open_account(man.id)?, sum, &what, "CP-4.6")?;
        act.end_captive(captive.id, CaptivityEnd::ChangedSides)?;
        act.vacate(man.id)?;
        go_over(act, &man, captive.holder_side)?;
        act.set_state(man.id, if man.wounded { PersonState::Wounded } else { PersonState::Fit })?;
        let to = act.side(captive.holder_side)?.name;
        Ok((sum, format!("{name} went over to {to} for {}.", sum.marks())))
    })
}
