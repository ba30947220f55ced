//! Odds: fields for each roll of the book, answered as they change by the functions a battle rolls with.

use super::shell::{Page, Shell, model, words};
use super::ui::{FieldKind, OddsField, OddsOutcome, OddsPage, OddsPart, RuleBookPage, RuleTab};
use crate::app::odds::{self, By, CrackerRoll, Question, RollOdds};
use crate::campaign::problem::Result;
use crate::rules::castle_cracker::tables::Aim;
use crate::rules::castle_cracker::{self, Hardness, ShotWeapon};
use crate::rules::figure::{Class, Horse, Weapon};
use crate::rules::man_to_man::Tables;
use crate::rules::man_to_man::gear::tables::GearTables;
use crate::rules::siege::{self, Progress};
use slint::{ComponentHandle, Model, SharedString, VecModel};
use std::cell::RefCell;
use std::rc::Rc;

/// What a field of a roll is filled with.
enum FilledBy {
    /// One of these words, the one of this number at first.
    Pick(&'static [&'static str], usize),
    /// One of the book's own words, this one at first.
    Word(fn() -> Vec<&'static str>, &'static str),
    /// A number from the first to the second, the third at first.
    Count(u32, u32, u32),
    /// A number from the least to the most that the tables of gear know, the least at first.
    Within(fn(&GearTables) -> (u8, u8)),
    /// Yes or no.
    Tick,
}

/// A field: the heading it opens, its caption, its key in the question, and what it is filled with.
struct Field {
    heading: &'static str,
    caption: &'static str,
    key: &'static str,
    kind: FilledBy,
}

const fn field(caption: &'static str, key: &'static str, kind: FilledBy) -> Field {
    Field { heading: "", caption, key, kind }
}

const fn under(heading: &'static str, caption: &'static str, key: &'static str, kind: FilledBy) -> Field {
    Field { heading, caption, key, kind }
}

/// A roll of the book and how it is asked.
struct Roll {
    name: &'static str,
    clause: &'static str,
    about: &'static str,
    fields: &'static [Field],
    ask: fn(&Filled) -> Question,
}

const GRADES: &[&str] = &["E", "D", "C", "B", "A"];
const PROTECTIONS: &[&str] = &["1", "2", "3", "4"];
const MISSILES: &[&str] =
    &["javelin", "shortbow", "sling", "longbow", "crossbow", "handgun", "catapult", "bombard", "rock", "oil", "lead"];
const TESTERS: &[&str] = &["knight", "sergeant", "peasant"];

const SUPPLY: &[&str] = &["over half", "half or less", "a week or less", "none"];

fn stages() -> Vec<&'static str> {
    Progress::ALL.iter().map(|stage| stage.word()).collect()
}

fn places() -> Vec<&'static str> {
    siege::Kind::ALL.iter().map(|kind| kind.word()).collect()
}

fn fighters() -> Vec<&'static str> {
    Class::ALL.iter().rev().map(|class| class.word()).collect()
}

fn horses() -> Vec<&'static str> {
    Horse::ALL.iter().map(|horse| horse.word()).collect()
}

/// What a blow can be struck with (MM-5.3): no shield, and of what is thrown or shot the javelin alone.
fn hand_weapons() -> Vec<&'static str> {
    let strikes = |weapon: &&Weapon| **weapon != Weapon::Shield && (!weapon.shoots() || **weapon == Weapon::Javelin);
    Weapon::ALL.iter().filter(strikes).map(|weapon| weapon.word()).collect()
}

const ARMOURS: &[&str] = &["light", "medium", "heavy"];

/// What rolls to hit with cords; what throws by the cup does not (CC-4.7).
fn cord_weapons() -> Vec<&'static str> {
    let tables = castle_cracker::Tables::book();
    let aims = |weapon: &&ShotWeapon| tables.weapon(**weapon).aim != Aim::Cup;
    ShotWeapon::ALL.iter().filter(aims).map(|weapon| weapon.word()).collect()
}

fn hardnesses() -> Vec<&'static str> {
    Hardness::ALL.iter().map(|hardness| hardness.word()).collect()
}

const ROLLS: &[Roll] = &[
    Roll {
        name: "Shoot",
        clause: "MM-4.8",
        about: "Two dice, 7 or less with what is added; engines and what is dropped have a number of their own.",
        fields: &[
            field("Weapon", "weapon", FilledBy::Pick(MISSILES, 3)),
            field("Range", "distance", FilledBy::Pick(&["short", "medium", "long"], 0)),
            under("The target", "Protection", "protection", FilledBy::Pick(PROTECTIONS, 2)),
            field("Cover", "cover", FilledBy::Pick(&["none", "light", "heavy"], 0)),
            field("The weather", "weather", FilledBy::Pick(&["fair", "rain", "wind", "fog", "mud", "snow"], 0)),
        ],
        ask: |filled| Question::Shoot {
            weapon: filled.word("weapon"),
            distance: filled.word("distance"),
            protection: filled.word("protection"),
            cover: filled.word("cover"),
            weather: filled.word("weather"),
        },
    },
    Roll {
        name: "Blow",
        clause: "MM-5.4",
        about: "An attack die against a defence die, each with what is added; the attack hits if it is higher.",
        fields: &[
            under("Who strikes", "His class", "class", FilledBy::Word(fighters, "sergeant")),
            field("His grade", "grade", FilledBy::Pick(GRADES, 2)),
            field("His weapon", "weapon", FilledBy::Word(hand_weapons, "sword")),
            field("He is mounted", "mounted", FilledBy::Tick),
            field("He charges", "charging", FilledBy::Tick),
            field("He strikes to his rear", "rear", FilledBy::Tick),
            under("Who is struck", "Their class", "class of the struck", FilledBy::Word(fighters, "sergeant")),
            field("Their grade", "grade of the struck", FilledBy::Pick(GRADES, 2)),
            field("Their protection", "protection of the struck", FilledBy::Pick(PROTECTIONS, 2)),
            field("Their horse", "horse of the struck", FilledBy::Word(horses, "none")),
            field("The blow is at the horse", "at-horse", FilledBy::Tick),
            field("They defend an obstacle", "obstacle", FilledBy::Tick),
            field("They fight in woods", "woods", FilledBy::Tick),
            field("They fight on rough ground", "rough", FilledBy::Tick),
        ],
        ask: |filled| {
            let pairs = |keys: &[(&str, &str)]| {
                keys.iter().map(|(key, field)| format!("{key}={}", filled.word(field))).collect::<Vec<_>>()
            };
            let mut attacker = pairs(&[("class", "class"), ("grade", "grade"), ("weapon", "weapon")]);
            attacker.extend(filled.ticked(&["mounted", "charging", "rear"]));
            let mut defender = pairs(&[
                ("class", "class of the struck"),
                ("grade", "grade of the struck"),
                ("protection", "protection of the struck"),
                ("horse", "horse of the struck"),
            ]);
            defender.extend(filled.ticked(&["at-horse", "obstacle", "woods", "rough"]));
            Question::Blow { attacker: attacker.join(","), defender: defender.join(",") }
        },
    },
    Roll {
        name: "Wound",
        clause: "MM-6.1",
        about: "One die for each hit: it kills, or else it wounds; a second wound kills.",
        fields: &[field("Protection", "protection", FilledBy::Pick(PROTECTIONS, 2))],
        ask: |filled| Question::Wound { protection: filled.word("protection") },
    },
    Roll {
        name: "Morale",
        clause: "MM-7.3",
        about: "Three dice with all that cheers or frightens; a lone knight counts only what a man counts.",
        fields: &[
            field("Class", "class", FilledBy::Pick(TESTERS, 1)),
            field("Grade", "grade", FilledBy::Pick(GRADES, 2)),
            under("What cheers", "Supported", "supported", FilledBy::Tick),
            field("Close order", "close-order", FilledBy::Tick),
            field("A leader or cleric near", "leader-near", FilledBy::Tick),
            field("Enemies fleeing near", "fleeing-enemies", FilledBy::Count(0, 6, 0)),
            field("Secure flanks", "secure-flanks", FilledBy::Count(0, 2, 0)),
            under("What frightens", "Isolated", "isolated", FilledBy::Tick),
            field("Leaderless", "leaderless", FilledBy::Tick),
            field("Already fleeing", "fleeing", FilledBy::Tick),
            field("Three or more hit in melee", "hit-in-melee", FilledBy::Tick),
            field("Its standard seen lost", "standard-lost", FilledBy::Tick),
            field("The commander seen lost", "commander-lost", FilledBy::Tick),
            field("Friends fleeing near", "fleeing-friends", FilledBy::Count(0, 6, 0)),
            field("Quarters of it hit", "quarters-hit", FilledBy::Count(0, 4, 0)),
        ],
        ask: |filled| {
            let mut with = filled.ticked(&[
                "supported",
                "close-order",
                "leader-near",
                "isolated",
                "leaderless",
                "fleeing",
                "hit-in-melee",
                "standard-lost",
                "commander-lost",
            ]);
            let counted = ["fleeing-enemies", "secure-flanks", "fleeing-friends", "quarters-hit"];
            with.extend(counted.iter().map(|key| format!("{key}={}", filled.word(key))));
            Question::Morale { class: filled.word("class"), grade: filled.word("grade"), with: with.join(",") }
        },
    },
    Roll {
        name: "Keeping the saddle",
        clause: "MM-6.3",
        about: "Two dice, when a rider’s horse is wounded or a firearm goes off near.",
        fields: &[field("Grade", "grade", FilledBy::Pick(GRADES, 2))],
        ask: |filled| Question::Fall { grade: filled.word("grade") },
    },
    Roll {
        name: "Ladder pushed",
        clause: "MM-9.1",
        about: "A percentage: men who push a ladder off a wall with nobody opposing on top.",
        fields: &[
            field("Men who push", "men", FilledBy::Within(|gear| (1, gear.ladder.pushers))),
            field("Men on it", "on", FilledBy::Count(0, 6, 0)),
            field("Men who hold it", "holding", FilledBy::Within(|gear| (0, gear.ladder.holders))),
        ],
        ask: |filled| Question::Ladder {
            men: filled.small("men"),
            on: filled.small("on"),
            holding: filled.small("holding"),
        },
    },
    Roll {
        name: "Ram",
        clause: "MM-9.2",
        about: "A percentage each turn: the men at the ram and the turns already spent.",
        fields: &[
            field("Men at the ram", "men", FilledBy::Within(|gear| (gear.ram.fewest, gear.ram.most))),
            field("Which turn of it", "turn", FilledBy::Count(1, 10, 1)),
        ],
        ask: |filled| Question::Ram { men: filled.small("men"), turn: filled.number("turn") },
    },
    Roll {
        name: "Pick or screw",
        clause: "MM-9.3",
        about: "A percentage, once the wall is pierced: that it falls as a breach.",
        fields: &[],
        ask: |_| Question::Pick,
    },
    Roll {
        name: "Axes",
        clause: "MM-9.4",
        about: "A percentage each turn after the first: timber, a gate or a door.",
        fields: &[
            field("Men with axes", "men", FilledBy::Within(|gear| (1, gear.axes.men))),
            field("Which turn of it", "turn", FilledBy::Count(1, 10, 2)),
        ],
        ask: |filled| Question::Axes { men: filled.small("men"), turn: filled.number("turn") },
    },
    Roll {
        name: "Burning oil",
        clause: "MM-9.5",
        about: "A percentage: that oil sets a sow, tower or ram on fire.",
        fields: &[],
        ask: |_| Question::Oil,
    },
    Roll {
        name: "Fire missile",
        clause: "MM-4.11",
        about: "One die for a fire missile that hit, or for a torch in hand.",
        fields: &[field("What it hit", "at", FilledBy::Pick(&["timber", "straw"], 0))],
        ask: |filled| Question::Fire { at: filled.word("at") },
    },
    Roll {
        name: "Fighting a fire",
        clause: "MM-4.12",
        about: "Two dice, less one for each man after the first and one for each bucket.",
        fields: &[
            field("Men who fight it", "men", FilledBy::Count(1, 10, 1)),
            field("Buckets of water", "buckets", FilledBy::Count(0, 10, 0)),
        ],
        ask: |filled| Question::FightFire { men: filled.small("men"), buckets: filled.small("buckets") },
    },
    Roll {
        name: "Battering",
        clause: "SG-1.4",
        about: "A ten-sided die for a day of battering, in the column of all points together.",
        fields: &[
            field("Mangonels", "mangonels", FilledBy::Count(0, 12, 3)),
            field("Trebuchets", "trebuchets", FilledBy::Count(0, 6, 0)),
            field("Rams at the wall", "rams", FilledBy::Count(0, 2, 0)),
        ],
        ask: |filled| Question::Battering {
            mangonels: filled.small("mangonels"),
            trebuchets: filled.small("trebuchets"),
            rams: filled.small("rams"),
            points: None,
        },
    },
    Roll {
        name: "Surrender",
        clause: "SG-3.1",
        about: "A ten-sided die at a siege turn’s end, with the best bonus of numbers, supply and progress.",
        fields: &[
            field("Besiegers to one man", "besiegers", FilledBy::Count(1, 12, 5)),
            field("Supply of the besieged", "supply", FilledBy::Pick(SUPPLY, 2)),
            field("They are on half rations", "short-commons", FilledBy::Tick),
            field("Progress of the siege", "progress", FilledBy::Word(stages, "outer breach")),
            field("The place", "place", FilledBy::Word(places, "castle")),
        ],
        ask: |filled| Question::Surrender {
            besiegers: filled.number("besiegers"),
            garrison: 1,
            supply: filled.word("supply"),
            short_commons: !filled.ticked(&["short-commons"]).is_empty(),
            progress: filled.word("progress"),
            place: filled.word("place"),
        },
    },
    Roll {
        name: "Cords: shoot",
        clause: "CC-4.2",
        about: "Castle Cracker: two dice for each shot, so much or more by the third of the cord; what a hit breaks is by \
                impact and armour.",
        fields: &[
            field("Weapon", "weapon", FilledBy::Word(cord_weapons, "bow")),
            field("Third of the cord", "band", FilledBy::Pick(&["close", "medium", "long"], 0)),
            under("The target", "Armour", "armour", FilledBy::Word(hardnesses, "medium")),
            field("It fights behind walls", "walls", FilledBy::Tick),
            field("It is behind wagons or houses", "wagons", FilledBy::Tick),
            field("Neither has moved for a turn", "still", FilledBy::Tick),
        ],
        ask: |filled| {
            let ticked = |key: &'static str| !filled.ticked(&[key]).is_empty();
            Question::Cracker(CrackerRoll::Shoot {
                weapon: filled.word("weapon"),
                band: filled.word("band"),
                armour: filled.word("armour"),
                walls: ticked("walls"),
                wagons: ticked("wagons"),
                still: ticked("still"),
            })
        },
    },
    Roll {
        name: "Cords: the cup",
        clause: "CC-4.7",
        about: "Castle Cracker: one die for where the cup of a high-angle weapon falls.",
        fields: &[],
        ask: |_| Question::Cracker(CrackerRoll::Cup),
    },
    Roll {
        name: "Cords: hand to hand",
        clause: "CC-5.3",
        about: "Castle Cracker: nothing is rolled; so many men of each armour remove one enemy in a turn.",
        fields: &[
            under("Ours", "Heavy", "our heavy", FilledBy::Count(0, 60, 12)),
            field("Medium", "our medium", FilledBy::Count(0, 60, 0)),
            field("Light", "our light", FilledBy::Count(0, 60, 0)),
            under("Theirs", "Heavy", "their heavy", FilledBy::Count(0, 60, 0)),
            field("Medium", "their medium", FilledBy::Count(0, 60, 12)),
            field("Light", "their light", FilledBy::Count(0, 60, 0)),
        ],
        ask: |filled| {
            let men = |whose: &str| {
                let of = |armour: &str| format!("{armour}={}", filled.word(&format!("{whose} {armour}")));
                ["heavy", "medium", "light"].map(of).join(",")
            };
            Question::Cracker(CrackerRoll::Melee { ours: men("our"), theirs: men("their") })
        },
    },
    Roll {
        name: "Cords: on a wall",
        clause: "CC-6.5",
        about: "Castle Cracker: a round of one man against another on a wall, a die each.",
        fields: &[
            field("The attacker’s armour", "attacker", FilledBy::Pick(ARMOURS, 1)),
            field("The defender’s armour", "defender", FilledBy::Pick(ARMOURS, 1)),
        ],
        ask: |filled| {
            Question::Cracker(CrackerRoll::Wall {
                attacker: filled.word("attacker"),
                defender: filled.word("defender"),
            })
        },
    },
    Roll {
        name: "Cords: ladder",
        clause: "CC-6.4",
        about: "Castle Cracker: one die for whether the man on a pushed ladder is up, or falls with it.",
        fields: &[],
        ask: |_| Question::Cracker(CrackerRoll::Ladder),
    },
    Roll {
        name: "Cords: tower alight",
        clause: "CC-6.3",
        about: "Castle Cracker: one die for whether a tower that oil set alight burns with all on it.",
        fields: &[],
        ask: |_| Question::Cracker(CrackerRoll::Tower),
    },
];

/// A roll's fields as they are filled.
struct Filled<'a> {
    fields: &'static [Field],
    rows: &'a VecModel<OddsField>,
}

impl Filled<'_> {
    fn row(&self, key: &str) -> Option<OddsField> {
        self.fields.iter().position(|field| field.key == key).and_then(|at| self.rows.row_data(at))
    }

    fn word(&self, key: &str) -> String {
        let row = self.row(key).unwrap_or_default();
        row.options.row_data(usize::try_from(row.chosen).unwrap_or(0)).unwrap_or_default().to_string()
    }

    fn number(&self, key: &str) -> u32 {
        self.word(key).parse().unwrap_or(0)
    }

    fn small(&self, key: &str) -> u8 {
        self.word(key).parse().unwrap_or(0)
    }

    fn ticked(&self, keys: &[&str]) -> Vec<String> {
        keys.iter().filter(|key| self.row(key).is_some_and(|row| row.on)).map(|key| (*key).to_owned()).collect()
    }
}

struct Odds {
    by: RefCell<By>,
    /// A list of fields for each roll, as it was last filled.
    filled: Vec<Rc<VecModel<OddsField>>>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<Odds>>> = const { RefCell::new(None) };
}

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let by = By::book();
    let rows =
        |roll: &Roll| Rc::new(roll.fields.iter().map(|field| row(field, &by.man_to_man)).collect::<VecModel<_>>());
    let filled = ROLLS.iter().map(rows).collect();
    let page = Rc::new(Odds { by: RefCell::new(by), filled });
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    shell.with(|window| {
        let ui = window.global::<OddsPage>();
        ui.set_rolls(words(ROLLS.iter().map(|roll| roll.name)));
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        ui.on_choose(move |_| at.show(&on));
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        ui.on_pick(move |index, option| at.set(&on, index, |row| row.chosen = option));
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        ui.on_tick(move |index, ticked| at.set(&on, index, |row| row.on = ticked));
    });
    page.show(shell);
}

/// Answers by a campaign's own numbers from now on.
pub fn play_by(shell: &Rc<Shell>, by: By) {
    let page = PAGE.with(|page| page.borrow().clone());
    if let Some(page) = page {
        *page.by.borrow_mut() = by;
        page.show(shell);
    }
}

/// Opens the page on the rule book's third leaf.
pub fn open(shell: &Rc<Shell>) {
    shell.with(|window| window.global::<RuleBookPage>().set_tab(RuleTab::Odds));
    shell.go(Page::RuleBook);
}

/// Shows the clause of the roll chosen.
pub fn explain(shell: &Rc<Shell>) {
    let clause = shell.with(|window| window.global::<OddsPage>().get_clause()).unwrap_or_default();
    super::show_clause(shell, &clause);
}

fn row(field: &Field, tables: &Tables) -> OddsField {
    let numbers = |least: u32, most: u32| words((least..=most).map(|number| number.to_string()));
    let (kind, options, chosen) = match field.kind {
        FilledBy::Pick(options, chosen) => (FieldKind::Choice, words(options), chosen as i32),
        FilledBy::Word(all, first) => {
            let all = all();
            let at = all.iter().position(|word| *word == first).unwrap_or(0);
            (FieldKind::Choice, words(all), at as i32)
        }
        FilledBy::Count(least, most, at) => (FieldKind::Choice, numbers(least, most), (at - least) as i32),
        FilledBy::Within(bounds) => {
            let (least, most) = bounds(&tables.gear);
            (FieldKind::Choice, numbers(least.into(), most.into()), 0)
        }
        FilledBy::Tick => (FieldKind::Tick, model([]), 0),
    };
    OddsField { caption: field.caption.into(), kind, options, chosen, on: false, heading: field.heading.into() }
}

impl Odds {
    fn set(&self, shell: &Rc<Shell>, index: i32, change: impl FnOnce(&mut OddsField)) {
        let roll = self.roll(shell);
        if let Some(at) = usize::try_from(index).ok()
            && let Some(mut row) = self.filled[roll].row_data(at)
        {
            change(&mut row);
            self.filled[roll].set_row_data(at, row);
        }
        self.show(shell);
    }

    fn roll(&self, shell: &Rc<Shell>) -> usize {
        let roll = shell.with(|window| window.global::<OddsPage>().get_roll()).unwrap_or(0);
        usize::try_from(roll).unwrap_or(0).min(ROLLS.len() - 1)
    }

    fn show(&self, shell: &Rc<Shell>) {
        let at = self.roll(shell);
        let (roll, rows) = (&ROLLS[at], &self.filled[at]);
        let question = (roll.ask)(&Filled { fields: roll.fields, rows });
        let answered: Result<RollOdds> = odds::answer(&question, &self.by.borrow());
        shell.with(|window| {
            let ui = window.global::<OddsPage>();
            ui.set_about(format!("{} ({})", roll.about, roll.clause).into());
            ui.set_clause(roll.clause.into());
            ui.set_fields(super::shell::shared(rows));
            let (outcomes, parts, refusal) = match answered {
                Ok(answer) => (answer.outcomes, answer.parts, SharedString::new()),
                Err(problem) => (Vec::new(), Vec::new(), problem.sentence.into()),
            };
            ui.set_outcomes(model(outcomes.into_iter().map(|outcome| OddsOutcome {
                name: outcome.name.replace('-', " ").into(),
                // Where nothing is rolled there is a number and no share.
                percent: match outcome.exact.contains('/') {
                    true => format!("{:.1} %", outcome.chance * 100.0).into(),
                    false => SharedString::new(),
                },
                share: if outcome.exact.contains('/') { outcome.chance as f32 } else { 0.0 },
                exact: outcome.exact.into(),
            })));
            ui.set_parts(model(parts.into_iter().map(|part| OddsPart {
                clause: part.clause.as_ref().into(),
                what: part.what.as_ref().into(),
                value: part.figure().into(),
            })));
            ui.set_refusal(refusal);
        });
    }
}
