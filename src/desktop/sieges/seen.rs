//! A siege as the page shows it: read from the campaign in one go, and set in the window.

use crate::app::siege::{self, DayDeed, HostShown, SiegeShown, Through, WayThrough};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{ActionId, FormationId, PersonId, SiegeId};
use crate::campaign::people::Person;
use crate::campaign::problem::Result;
use crate::campaign::siege::{Conduct, OfferState, SiegePart, TermsOffer};
use crate::campaign::war::{Contact, ContactKind};
use crate::desktop::shell::{count, model, words};
use crate::desktop::table::{CellData, RowData, Tone};
use crate::desktop::ui::{
    SiegeConduct, SiegeContact, SiegeDeed, SiegeFactor, SiegeGiven, SiegeHost, SiegeLine, SiegeSideToday, SiegeStretch,
    SiegeTold, SiegeWay, SiegesPage,
};
use crate::rules::explain::{Part as Reason, listed};
use crate::rules::figure::{BySide, Class, Side};
use crate::rules::house::thousands;
use crate::rules::siege::{Action, Order, Park, Progress, Stretch};
use crate::rules::telling::capital;
use crate::store::Db;
use slint::SharedString;

/// The campaign's last action.
pub fn last_action(db: &Db) -> Result<Option<ActionId>> {
    Ok(db.last_action()?.map(|action| action.id))
}

/// What waits in a siege.
fn waiting(shown: &SiegeShown) -> usize {
    let open = shown.offers.iter().filter(|offer| offer.state == OfferState::Open).count();
    shown.waiting.len() + open + usize::from(shown.asks_since.is_some())
}

/// Useless mouths as a list offers them: all the wounded, all the clerics, then each man.
fn mouths(men: Vec<Person>) -> Vec<(String, Vec<PersonId>)> {
    let (clerics, others): (Vec<&Person>, Vec<&Person>) =
        men.iter().partition(|man| man.profile.class == Class::Cleric);
    let all = |what: &str, men: &[&Person]| {
        (format!("All {what} ({})", men.len()), men.iter().map(|man| man.id).collect::<Vec<_>>())
    };
    let kinds = [all("who are not fit", &others), all("clerics", &clerics)];
    let each = men.iter().map(|man| (format!("{}, {}", man.styled(), man.state), vec![man.id]));
    kinds.into_iter().filter(|(_, men)| !men.is_empty()).chain(each).collect()
}

/// With how many men an action forages, if it does.
fn foragers(action: &Action) -> Option<u32> {
    match action {
        Action::Forage(men) => Some(*men),
        _ => None,
    }
}

/// A siege's row in the list.
pub fn row(shown: &SiegeShown) -> RowData {
    let stands = match (waiting(shown), shown.respite) {
        _ if shown.ended.is_some() => CellData::text("over").tone(Tone::Quiet),
        (0, Some(_)) => CellData::text("respite"),
        (0, None) if shown.progress == Progress::None => CellData::text("outside").tone(Tone::Quiet),
        (0, None) => CellData::text(progress(shown)).tone(Tone::Quiet),
        (1, _) => CellData::text("1 waits").tone(Tone::Warn),
        (waits, _) => CellData::text(format!("{waits} wait")).tone(Tone::Warn),
    };
    RowData {
        id: shown.id.0,
        cells: vec![
            CellData::text(&shown.stronghold),
            CellData::ranked(shown.days.to_string(), i64::from(shown.days)),
            stands,
        ],
    }
}

fn progress(shown: &SiegeShown) -> String {
    match shown.progress {
        Progress::None => "outside the walls".to_owned(),
        progress => progress.to_string(),
    }
}

/// The siege shown with what its lists stand for.
pub struct SiegeSeen {
    pub shown: SiegeShown,
    /// What days that are played by hand run ahead of (CP-2.1).
    campaign_day: Day,
    /// The campaign's last action when it was read.
    pub last_action: Option<ActionId>,
    /// The armies that besiege.
    pub armies: Vec<(FormationId, String)>,
    /// What each side could be told to do today, and why not where it could not.
    pub actions: BySide<Vec<Action>>,
    not_today: BySide<Vec<Option<String>>>,
    /// The armies that could be provided for, with what each has with it.
    pub trains: Vec<(FormationId, String, String)>,
    /// What rations, animals and engines cost.
    prices: String,
    /// The useless mouths, all of a kind and then man by man, each with what the list says.
    pub mouths: Vec<(String, Vec<PersonId>)>,
    /// The garrison's men who may be hostages, the foremost first, each as a list says him.
    pub may_be_hostages: Vec<(PersonId, String)>,
    /// What each of the offers says, with the hostages it names.
    offers: Vec<String>,
    /// Who could try the lines.
    pub ways: Vec<WayThrough>,
    /// The armies that could fight in each contact that waits, in the place of those that are to.
    pub leaders: Vec<Vec<(FormationId, String)>>,
    /// The names of those who face each other in each contact that waits.
    names: Vec<(String, String)>,
    /// What the roll for each of them would come to.
    odds: Vec<String>,
    /// What the garrison's men would owe, were each to owe his ransom.
    owed: String,
    /// The tinctures of the side that besieges and the one that holds the place.
    tinctures: [&'static str; 2],
}

impl SiegeSeen {
    /// Reads a siege.
    pub fn read(db: &Db, siege: SiegeId) -> Result<SiegeSeen> {
        let shown = siege::show(db, siege)?;
        let mut armies = Vec::new();
        for member in db.siege_armies()? {
            if member.siege == siege && member.part == SiegePart::Besiegers {
                armies.push((member.army, db.formation(member.army)?.name));
            }
        }
        let (mut names, mut leaders, mut odds) = (Vec::new(), Vec::new(), Vec::new());
        for contact in &shown.waiting {
            names.push(siege::faced(db, contact, &shown.choice)?);
            odds.push(siege::roll_odds(db, contact)?.map_or(String::new(), |odds| capital(&odds.in_words()) + "."));
            leaders.push(siege::may_lead(db, contact)?.into_iter().map(|army| (army.id, army.name)).collect());
        }
        let (actions, not_today) = {
            // What can be done is listed before what cannot.
            let sorted = |part| -> Result<(Vec<Action>, Vec<Option<String>>)> {
                let mut known = siege::choices(db, siege, part)?;
                // How many forage is typed.
                let most = known.iter().filter_map(|(action, _)| foragers(action)).max();
                known.retain(|(action, _)| foragers(action).is_none_or(|men| Some(men) == most));
                known.sort_by_key(|(_, why)| why.is_some());
                Ok(known.into_iter().unzip())
            };
            let (ours, theirs) = (sorted(SiegePart::Besiegers)?, sorted(SiegePart::Garrison)?);
            (BySide { attacker: ours.0, defender: theirs.0 }, BySide { attacker: ours.1, defender: theirs.1 })
        };
        let mut trains = Vec::new();
        for member in db.siege_armies()?.into_iter().filter(|member| member.siege == siege) {
            let train = siege::train_in_words(&db.train(member.army)?);
            trains.push((member.army, db.formation(member.army)?.name, train));
        }
        let over = shown.ended.is_some();
        let mouths = if over { Vec::new() } else { mouths(siege::useless(db, siege)?) };
        let may_be_hostages = match over {
            true => Vec::new(),
            false => {
                let told = |man: Person| (man.id, format!("{}, {}", man.styled(), man.profile.class));
                siege::may_be_hostages(db, siege)?.into_iter().map(told).collect()
            }
        };
        let mut offers = Vec::new();
        for offer in &shown.offers {
            offers.push(offered(offer, &siege::hostages_named(db, offer.id)?));
        }
        let owed = match over {
            true => String::new(),
            false => {
                let (owed, days) = siege::men_would_owe(db, siege)?;
                format!("Each man owing his ransom, they would owe {} in all, due {days} days after.", owed.marks())
            }
        };
        let ways = if over { Vec::new() } else { siege::ways_through(db, siege)? };
        let row = db.siege(siege)?;
        let tinctures = [db.side(row.besieger)?.tincture.word(), db.side(row.holder)?.tincture.word()];
        let last_action = last_action(db)?;
        Ok(SiegeSeen {
            campaign_day: db.day()?,
            shown,
            last_action,
            prices: siege::prices(db)?,
            may_be_hostages,
            offers,
            armies,
            actions,
            not_today,
            trains,
            mouths,
            ways,
            leaders,
            names,
            odds,
            owed,
            tinctures,
        })
    }

    /// The day it is at the siege.
    pub fn today(&self) -> Day {
        self.shown.begun + self.shown.days as i32
    }

    /// Why the day cannot be played with these of both hosts' lists: one of them cannot be done today.
    pub(super) fn refused_today(&self, chosen: BySide<i32>) -> Option<String> {
        [(Side::Attacker, "besiegers"), (Side::Defender, "garrison")].into_iter().find_map(|(side, who)| {
            let why = super::at(&self.not_today[side], chosen[side])??;
            let action = super::at(&self.actions[side], chosen[side])?;
            let deed = siege::deed_in_words(side, &action);
            Some(format!("The {who} cannot do this today: {deed}: {why}. Choose another action for them."))
        })
    }

    /// Sets it in the window.
    pub fn show(&self, ui: &SiegesPage<'_>) {
        let shown = &self.shown;
        ui.set_has_one(true);
        ui.set_title(format!("Siege of {}", shown.stronghold).into());
        ui.set_about(
            match shown.ended {
                None => format!(
                    "{} of {} at {}, besieged by {} since {}",
                    capital(&shown.kind),
                    shown.holder,
                    shown.place,
                    shown.besieger,
                    shown.begun.short()
                ),
                // Who held it then may not hold it now.
                Some(_) => format!(
                    "{} at {}, held by {} when {} besieged it from {} on",
                    capital(&shown.kind),
                    shown.place,
                    shown.holder,
                    shown.besieger,
                    shown.begun.short()
                ),
            }
            .into(),
        );
        ui.set_over(shown.ended.is_some());
        let today = self.today();
        // Days played by hand run before the campaign's (CP-2.1).
        let ahead = match today.0 - self.campaign_day.0 {
            1 => ", a day ahead of the campaign, which follows with its next turn".to_owned(),
            days if days > 1 => format!(", {days} days ahead of the campaign, which follows with its next turn"),
            _ => String::new(),
        };
        ui.set_day(format!("Day {}, {}{ahead}", shown.days, today.short()).into());
        let won = match shown.won {
            0 => String::new(),
            1 => ", 1 line won".to_owned(),
            won => format!(", {won} lines won"),
        };
        let shut_in = match (shown.shut_in, shown.outer_lost) {
            (false, _) => String::new(),
            (true, 0) => "; the besiegers are shut in".to_owned(),
            (true, 1) => "; the besiegers are shut in, the outer line lost to the relief".to_owned(),
            (true, lost) => format!("; the besiegers are shut in, the outer {lost} lines lost to the relief"),
        };
        let respite = match shown.respite {
            Some(day) => format!("; to be given up on {} unless relieved", day.long()),
            None => String::new(),
        };
        ui.set_progress(match shown.ended {
            Some((end, day)) => format!("Over: {end} on {}", day.long()).into(),
            None => capital(&format!("{}{won}{shut_in}{respite}", progress(shown))).into(),
        });
        let weeks = shown.hosts.iter().map(|host| host.stores.len() + 1).max().unwrap_or(1);
        ui.set_weeks(count(weeks));
        ui.set_hosts(model(shown.hosts.iter().map(|host| self.host(host))));
        self.show_walls(ui);
        ui.set_measured(format!("{}.", shown.measured).into());
        ui.set_factors(model(shown.surrender.iter().map(|part| SiegeFactor {
            clause: part.clause.as_ref().into(),
            what: part.what.as_ref().into(),
            value: part.figure().into(),
        })));
        ui.set_asks(match shown.no_test {
            Some(_) => "–".into(),
            None => format!("{:.0} %", shown.asks_terms.percent).into(),
        });
        let test = match shown.no_test {
            Some(why) => format!("No test is made: {why}"),
            None => format!(
                "({}) that 1d10 and these come to {} or more, and they ask terms, at the test {}",
                shown.asks_terms.exact,
                shown.asks_at,
                match shown.test_in {
                    1 => "of the coming day".to_owned(),
                    days => format!("in {days} days"),
                }
            ),
        };
        ui.set_test(match siege::put_off_in_words(shown) {
            Some(put_off) => format!("{test}. {put_off}").into(),
            None => test.into(),
        });
        self.show_day(ui);
        let waiting = shown.waiting.iter().zip(&self.names).zip(self.leaders.iter().zip(&self.odds));
        ui.set_contacts(model(waiting.map(|((contact, names), (leaders, odds))| SiegeContact {
            odds: odds.into(),
            ..self.told(contact, names, leaders)
        })));
        ui.set_asks_terms(match shown.asks_since {
            Some(since) => {
                format!("The garrison asks for terms, since {}: which, you say (SG-3.1).", since.short()).into()
            }
            None => SharedString::new(),
        });
        ui.set_owed(self.owed.as_str().into());
        let open = shown.offers.iter().position(|offer| offer.state == OfferState::Open);
        ui.set_offer(open.map_or(SharedString::new(), |at| {
            let till = match shown.offers[at].respite_days {
                0 => String::new(),
                days => format!(" Accepted today, that is on {}.", (today + days as i32).long()),
            };
            let answers = match shown.offers[at].by {
                SiegePart::Garrison => "The besiegers answer",
                _ => "The garrison answers",
            };
            format!("{}.{till} {answers}.", self.offers[at]).into()
        }));
        let agreed = shown.offers.iter().position(|offer| offer.state == OfferState::Agreed);
        ui.set_agreed(match shown.respite {
            Some(day) => format!(
                "{} is given up on {} unless a relief comes; nothing more is offered till then. Agreed: {}.",
                shown.stronghold,
                day.long(),
                agreed.map_or("", |at| &self.offers[at])
            )
            .into(),
            None => SharedString::new(),
        });
        ui.set_may_be_hostages(words(self.may_be_hostages.iter().map(|(_, name)| name)));
        ui.set_armies(words(self.armies.iter().map(|(_, name)| name)));
        self.show_orders(ui);
        self.show_supply(ui);
        ui.set_offers(model(shown.offers.iter().zip(&self.offers).map(|(offer, told)| SiegeTold {
            when: offer.day.short().into(),
            text: told.as_str().into(),
            clause: offer.state.word().into(),
        })));
        ui.set_story(model(shown.story.iter().rev().map(|line| SiegeTold {
            when: line.day.short().into(),
            text: line.text.as_str().into(),
            clause: line.clause.as_str().into(),
        })));
    }

    fn host(&self, seen: &HostShown) -> SiegeHost {
        let (shown, host) = (&self.shown, &seen.figures);
        let (title, side, tincture) = match host.part {
            SiegePart::Besiegers => ("Besiegers", &shown.besieger, self.tinctures[0]),
            SiegePart::Garrison => ("Garrison", &shown.holder, self.tinctures[1]),
            SiegePart::Relief => ("Relief", &shown.holder, self.tinctures[1]),
        };
        let lasts = host.lasts();
        let most = seen.stores.iter().copied().chain([host.rations]).max().unwrap_or(0).max(1);
        let ahead: Vec<String> = seen.stores.iter().map(|&left| thousands(left.into())).collect();
        let told = format!(
            "Stores of the {}: {} rations now{}{}; they last {lasts}",
            host.part,
            thousands(host.rations.into()),
            if ahead.is_empty() { "" } else { ", then by weeks " },
            ahead.join(", ")
        );
        let half = if host.half { "; on half rations" } else { "" };
        let conduct = match seen.conduct {
            Conduct::Captain => "a captain of the program".to_owned(),
            Conduct::Referee => "the referee, day by day".to_owned(),
            Conduct::Orders if seen.orders.is_empty() => "standing orders: none".to_owned(),
            Conduct::Orders => format!("standing orders: {}", Order::written(&seen.orders)),
        };
        SiegeHost {
            title: format!("{title}, {side}").into(),
            side: side.as_str().into(),
            tincture: tincture.into(),
            armies: match host.armies.is_empty() {
                true => "no army".into(),
                false => host.armies.join(", ").into(),
            },
            able: host.able.to_string().into(),
            knights: host.knights.to_string().into(),
            rations: thousands(host.rations.into()).into(),
            eats: match seen.this_turn == host.eats {
                true => thousands(host.eats.into()).into(),
                false => format!("{}; {} now", thousands(host.eats.into()), thousands(seen.this_turn.into())).into(),
            },
            country: host.country.to_string().into(),
            supply_why: seen.supply_why.as_str().into(),
            lasts: lasts.into(),
            engines: match host.part {
                // Who is besieged has none.
                SiegePart::Garrison => SharedString::new(),
                _ => engines(&host.park).into(),
            },
            conduct: format!("{conduct}{half}").into(),
            bars: model([host.rations].iter().chain(&seen.stores).map(|left| *left as f32 / most as f32)),
            left: model(
                [host.rations].iter().chain(&seen.stores).map(|&left| SharedString::from(thousands(left.into()))),
            ),
            gone: match host.weeks_left {
                Some(weeks) if (weeks as usize) < 30 => format!("gone in week {}", weeks + 1).into(),
                _ => SharedString::new(),
            },
            told: told.into(),
        }
    }

    /// Who would have the initiative of the coming day, and what each side could do.
    fn show_day(&self, ui: &SiegesPage<'_>) {
        let shown = &self.shown;
        let initiative = &shown.initiative;
        let who = |part: SiegePart| if part == SiegePart::Besiegers { "the besiegers" } else { "the garrison" };
        ui.set_rests(shown.rests.as_deref().unwrap_or_default().into());
        ui.set_initiative(match initiative.given {
            _ if shown.respite.is_some() => SharedString::new(),
            Some(part) => format!("The initiative is with {}, without a roll (SG-4.2)", who(part)).into(),
            None => format!(
                "The initiative: {:.0} % ({}) {}, else {}",
                initiative.besiegers.percent,
                initiative.besiegers.exact,
                who(initiative.besieges),
                who(if initiative.besieges == SiegePart::Besiegers {
                    SiegePart::Garrison
                } else {
                    SiegePart::Besiegers
                }),
            )
            .into(),
        });
        let adds = |parts: &[Reason]| {
            let added = parts.iter().map(|part| format!(" {} {}", part.figure(), part.what)).collect::<String>();
            format!("1d10{added}")
        };
        ui.set_initiative_why(
            format!(
                "Besiegers {}; garrison {}; ties go to who besieges",
                adds(&initiative.parts.attacker),
                adds(&initiative.parts.defender)
            )
            .into(),
        );
        let side = |title: &str, deeds: &[DayDeed]| SiegeSideToday {
            title: title.into(),
            deeds: model(deeds.iter().map(|deed| SiegeDeed {
                what: capital(&deed.what).into(),
                detail: deed.why_not.as_ref().unwrap_or(&deed.among).into(),
                may: deed.why_not.is_none(),
            })),
        };
        let garrison = if shown.hosts.len() > 2 { "Garrison and relief" } else { "Garrison" };
        let today = [side("Besiegers", &shown.today.attacker), side(garrison, &shown.today.defender)];
        let decides = shown.ended.is_none() && shown.respite.is_none();
        ui.set_today(model(today.into_iter().filter(|_| decides).collect::<Vec<_>>()));
    }

    fn show_walls(&self, ui: &SiegesPage<'_>) {
        let shown = &self.shown;
        let lines = (0usize..).zip(&shown.lines).map(|(n, stretches)| {
            let won = n < usize::from(shown.won);
            let lost = n < usize::from(shown.outer_lost);
            let stretches =
                (1usize..).zip(stretches).map(|(m, stretch)| self.stretch(*stretch, n + 1, m)).collect::<Vec<_>>();
            SiegeLine {
                name: match (won, lost) {
                    (_, true) => format!("Line {}, the relief’s", n + 1).into(),
                    (true, false) => format!("Line {}, won", n + 1).into(),
                    (false, false) => format!("Line {}", n + 1).into(),
                },
                won: won && !lost,
                stretches: model(stretches),
            }
        });
        ui.set_lines(model(lines.collect::<Vec<_>>()));
        ui.set_moat(capital(&shown.moat).into());
        let days = |left: u8| if left == 1 { "1 day".to_owned() } else { format!("{left} days") };
        let building = shown.building.as_ref().map(|(gear, left)| format!("{gear}, {} more", days(*left)));
        let mine = shown.mine.as_ref().map(|(at, left)| format!("a mine to {at}, {} more", days(*left)));
        ui.set_works(capital(&building.into_iter().chain(mine).collect::<Vec<_>>().join("; ")).into());
        ui.set_relief(match siege::relief_in_words(shown) {
            None => "None on the march".into(),
            Some(relief) => relief.into(),
        });
        ui.set_respite(match shown.respite {
            None => SharedString::new(),
            Some(day) => format!("Given up on {} unless relieved", day.long()).into(),
        });
    }

    fn stretch(&self, stretch: Stretch, line: usize, place: usize) -> SiegeStretch {
        let down = stretch.outer >= self.shown.demolished_at;
        let what = match (down, stretch.outer, stretch.inner) {
            (true, _, 0) => "demolished".to_owned(),
            (true, _, inner) => format!("demolished, and {inner} within"),
            (false, 0, _) => "whole".to_owned(),
            (false, 1, _) => "1 damage".to_owned(),
            (false, damages, _) => format!("{damages} damages"),
        };
        SiegeStretch {
            text: match (down, stretch.outer, stretch.inner) {
                (true, _, 0) => "×".into(),
                (true, _, inner) => format!("×{inner}").into(),
                (false, 0, _) => SharedString::new(),
                (false, damages, _) => damages.to_string().into(),
            },
            down,
            label: format!("Stretch {place} of line {line}: {what}").into(),
        }
    }

    fn show_supply(&self, ui: &SiegesPage<'_>) {
        ui.set_trains(words(self.trains.iter().map(|(_, name, _)| name)));
        ui.set_loads(words(self.trains.iter().map(|(.., train)| train)));
        ui.set_useless(words(self.mouths.iter().map(|(text, _)| text)));
        ui.set_mouth(0);
        ui.set_prices(self.prices.as_str().into());
        ui.set_ways(model(self.ways.iter().map(|try_it| {
            let (way, where_to) = match try_it.way {
                Through::In => ("Slip in", "into the place"),
                Through::Out => ("Slip out", "out of the place"),
            };
            let how = siege::how_through(try_it.by_water);
            let falls = match try_it.empties {
                true => " It is all the garrison there is: without it the place falls (SG-3.2).",
                false => "",
            };
            SiegeWay {
                text: format!(
                    "{} {where_to}, {how}: {} or more on 2d6 ({}), {} of 36; who is found out is met before the walls.{falls}",
                    try_it.army.name,
                    try_it.needs,
                    listed(&try_it.parts),
                    try_it.of_36
                )
                .into(),
                way: way.into(),
                label: format!("{way}, {}", try_it.army.name).into(),
            }
        })));
    }

    fn show_orders(&self, ui: &SiegesPage<'_>) {
        ui.set_has_relief(false);
        for host in &self.shown.hosts {
            let conduct = match host.conduct {
                Conduct::Captain => SiegeConduct::Captain,
                Conduct::Orders => SiegeConduct::Orders,
                Conduct::Referee => SiegeConduct::Referee,
            };
            let orders = SharedString::from(Order::written(&host.orders));
            let given = SiegeGiven { conduct, orders: orders.clone(), half: host.figures.half };
            match host.figures.part {
                SiegePart::Besiegers => {
                    ui.set_besiegers_conduct(conduct);
                    ui.set_besiegers_orders(orders);
                    ui.set_besiegers_half(host.figures.half);
                    ui.set_besiegers_given(given);
                }
                SiegePart::Garrison => {
                    ui.set_garrison_conduct(conduct);
                    ui.set_garrison_orders(orders);
                    ui.set_garrison_half(host.figures.half);
                    ui.set_garrison_given(given);
                }
                SiegePart::Relief => {
                    ui.set_has_relief(true);
                    ui.set_relief_conduct(conduct);
                    ui.set_relief_orders(orders);
                    ui.set_relief_half(host.figures.half);
                    ui.set_relief_given(given);
                }
            }
        }
        let offered = |who: &str, side: Side| {
            let conducted =
                self.shown.hosts.iter().find(|host| host.figures.part == siege::conducts(&self.shown, side));
            let first = match conducted.map(|host| host.conduct) {
                Some(Conduct::Captain) => format!("{who}: as their captain decides"),
                Some(Conduct::Orders) => format!("{who}: by their standing orders"),
                Some(Conduct::Referee) | None => format!("{who}: rest, with nothing chosen here"),
            };
            let rest = self.actions[side].iter().zip(&self.not_today[side]).map(|(action, not)| {
                let deed = match action {
                    Action::Forage(_) => "forage by night".to_owned(),
                    action => siege::deed_in_words(side, action),
                };
                match not {
                    None => deed,
                    Some(why) => format!("{deed} (not today: {why})"),
                }
            });
            words(std::iter::once(first).chain(rest))
        };
        ui.set_besiegers_actions(offered("Besiegers", Side::Attacker));
        ui.set_garrison_actions(offered("Garrison", Side::Defender));
        // Who forages says with how many men.
        let forages = |side: Side| {
            let at = self.actions[side].iter().position(|action| foragers(action).is_some());
            let most = self.actions[side].iter().find_map(foragers);
            (at.map_or(-1, |at| at as i32 + 1), most)
        };
        let (ours, theirs) = (forages(Side::Attacker), forages(Side::Defender));
        ui.set_besiegers_forage(ours.0);
        ui.set_garrison_forage(theirs.0);
        let most = ours.1.or(theirs.1).map_or(String::new(), |most| most.to_string());
        ui.set_foragers(most.into());
        ui.set_besiegers_action(0);
        ui.set_garrison_action(0);
    }

    /// A contact that waits, as a row, but for the odds of its roll.
    fn told(
        &self,
        contact: &Contact,
        (attacker, defender): &(String, String),
        leaders: &[(FormationId, String)],
    ) -> SiegeContact {
        let (title, relief) = match contact.kind {
            ContactKind::Assault => (format!("{attacker} is ready to assault"), false),
            ContactKind::Bombardment => (format!("{attacker} is ready to bombard the place"), false),
            ContactKind::SortieEngines => (format!("{attacker} is ready to sally against the engines"), false),
            ContactKind::SortieCamp => (format!("{attacker} is ready to sally against the camp"), false),
            ContactKind::Field => ("A relief army has come".to_owned(), true),
        };
        let planned = contact.battle.is_some();
        let besieges = |army| self.armies.iter().any(|(known, _)| *known == army);
        let chosen = match (contact.accepted, besieges(contact.attacker) || besieges(contact.defender)) {
            _ if !relief => "",
            (true, _) => {
                "They give battle with everything (SG-4.1). Decide it on the page of battles, or take the choice back by undo."
            }
            (false, false) => {
                "A part of the besiegers gives battle (SG-4.2). Decide it, or have either army retire, on the page of battles."
            }
            (false, true) => "",
        };
        SiegeContact {
            title: title.into(),
            detail: format!(
                "{attacker} against {defender}, since {}{}",
                contact.day.short(),
                if planned { "; the battle is planned" } else { "" }
            )
            .into(),
            odds: SharedString::new(),
            relief,
            holds: self.shown.won > 0,
            planned,
            chosen: chosen.into(),
            leaders: words(leaders.iter().map(|(_, name)| name)),
        }
    }
}

fn offered(offer: &TermsOffer, hostages: &[Person]) -> String {
    let who = if offer.by == SiegePart::Garrison { "The garrison offers" } else { "The besiegers offer" };
    format!("{who}: {}", siege::in_words_naming(&offer.terms(), hostages))
}

fn engines(park: &Park) -> String {
    let counted = |count: u16, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    };
    let all: Vec<String> = [
        counted(park.mangonels, "mangonel", "mangonels"),
        counted(park.trebuchets, "trebuchet", "trebuchets"),
        counted(park.rams, "ram", "rams"),
        counted(park.towers, "siege tower", "siege towers"),
        park.ladders.then(|| "ladders".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}
