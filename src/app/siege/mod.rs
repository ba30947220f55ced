//! Sieges (SG-1 to SG-4): opened and lifted, played a day at a time in the turn or by hand, with what is offered, agreed
//! and fought over. The game itself is in `rules/siege`; here it is raised from the men, stores and walls there are, and
//! what came of a day goes back to them.

mod assault;
mod choices;
mod convoy;
mod day;
mod ending;
mod invest;
mod larder;
mod losses;
mod meals;
mod mouths;
mod outlook;
mod raise;
mod relief;
mod roll;
#[cfg(feature = "print")]
mod sheet;
mod show;
mod terms;
mod trains;

pub(super) use assault::{AssaultGround, after_battle, besides, citadel_of, ground_of, still_a_way_in, storm_of};
pub use assault::{call_off, lead, may_lead, resolve};
pub use choices::{DayDeed, DayInitiative, choices, in_words as deed_in_words};
pub use convoy::{Through, WayThrough, comes_to, how as how_through, slip, ways_through};
pub(super) use convoy::{arrive, brings_in, of_use, unload};
pub use day::{Orders, play_by_hand};
pub(super) use day::{play_days, resting, settle_presence, still_besieged};
pub use invest::{BeforeWalls, before, host, join, leave, lift, open, set_conduct};
pub(super) use invest::{barred, invested};
pub(super) use meals::{keep_pace, men_keep_pace};
pub use mouths::{expel, useless};
pub use outlook::{
    Means, ahead, from_now, kind, left_out, left_out_of_plan, look_ahead, plan, relief as relief_outlook, spread,
};
pub use relief::{ReliefMeeting, meet};
pub(super) use relief::{
    choices as relief_choices, come_apart, come_face_to_face, comes_to_nothing, found_out_parts, has_chosen, may_part,
    may_retire, relief_retired, stays_inside, watch_goes,
};
pub use roll::{WaitingOdds, roll_odds};
#[cfg(feature = "print")]
pub use sheet::sheet;
pub use show::{
    Chance, HostShown, HostageShown, SiegeShown, all, conducts, faced, of_name, older, put_off_in_words,
    relief_in_words, show, under_way, waiting_in_words, who_builds,
};
pub(super) use show::{hunger, told_with_another};
pub(super) use terms::wait as terms_wait;
pub use terms::{
    answer, answer_naming, hostage_named, hostages_named, in_words_naming, may_be_hostages, men_would_owe, offer,
    offer_naming, who_offers,
};
pub(super) use trains::join_trains;
pub use trains::{
    Load, Provided, Provision, build, in_words as train_in_words, load, prices, provide, provided, set_train,
};

use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::SiegeId;
use crate::campaign::problem::Result;
use crate::campaign::siege::{SiegeRow, StoryLine};
use crate::campaign::war::{Contact, ContactKind};
use crate::store::Act;
use crate::store::chronicle::ChronicleLine;

/// Tells a siege's story and the chronicle of the same thing.
fn tell(act: &Act, siege: SiegeId, day: Day, clause: &str, text: &str) -> Result<()> {
    act.tell_siege(siege, &StoryLine { day, text: text.to_owned(), clause: clause.to_owned() })?;
    note(act, day, clause, text.to_owned())
}

/// Tells of what happens now: on the campaign's day, or on the last that was played by hand before it (CP-2.1).
fn tell_now(act: &Act, siege: SiegeId, clause: &str, text: &str) -> Result<()> {
    tell(act, siege, act.siege(siege)?.today(act.day()?), clause, text)
}

/// An action is of the day it is at a siege, which days played by hand run ahead to (CP-2.1).
fn dated(act: &Act, siege: &SiegeRow) -> Result<()> {
    act.is_of(siege.today(act.about()?.day))
}

/// The day on which what waits in a siege is fought: that on which it is settled, for while it waits both sides rest (CP-2.2); but
/// a bombardment, the days of which stand under one date, that on which it was listed.
pub(super) fn fought_on(siege: &SiegeRow, contact: &Contact, campaign: Day) -> Day {
    match contact.kind {
        ContactKind::Bombardment => contact.day,
        _ => siege.today(campaign).max(contact.day),
    }
}

/// Tells the chronicle of a siege.
fn note(act: &Act, day: Day, clause: &str, text: String) -> Result<()> {
    act.write_line(&ChronicleLine { day, kind: LineKind::Siege, text, clause: clause.to_owned(), person: None })
}
