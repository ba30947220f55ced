//! Odds: fields for each roll of the book, answered as they change by the functions a battle rolls with.

use super::shell::{Page, Shell, model, words};
use super::ui::{FieldKind, OddsField, OddsOutcome, OddsPage, OddsPart, RuleBookPage, RuleTab};
use crate::app::odds::{self, By, Question, RollOdds};
use crate::campaign::problem::Result;
use crate::rules::figure::{Class, Horse, Weapon};
use crate::rules::man_to_man::Tables;
use crate::rules::man_to_man::gear::tables::GearTables;
use crate::rules::siege::{self, Progress};
use slint::{ComponentHandle, Model, SharedString, VecModel};
use std::cell::RefCell;
use std::rc::Rc;

/// What a field of a roll is filled with.
enum Kind {
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
    kind: Kind,
}

const fn field(caption: &'static str, key: &'static str, kind: Kind) -> Field {
    Field { heading: "", caption, key, kind }
}

const fn under(heading: &'static str, caption: &'static str, key: &'static str, kind: Kind) -> Field {
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

const ROLLS: &[Roll] = &[
    Roll {
        name: "Shoot",
        clause: "MM-4.8",
        about: "Two dice, 7 or less with what is added; engines and what is dropped have a number of their own.",
        fields: &[
            field("Weapon", "weapon", Kind::Pick(MISSILES, 3)),
            field("Range", "distance", Kind::Pick(&["short", "medium", "long"], 0)),
            under("The target", "Protection", "protection", Kind::Pick(PROTECTIONS, 2)),
            field("Cover", "cover", Kind::Pick(&["none", "light", "heavy"], 0)),
        ],
        ask: |filled| Question::Shoot {
            weapon: filled.word("weapon"),
            distance: filled.word("distance"),
            protection: filled.word("protection"),
            cover: filled.word("cover"),
        },
    },
    Roll {
        name: "Blow",
        clause: "MM-5.4",
        about: "An attack die against a defence die, each with what is added; the attack hits if it is higher.",
        fields: &[
            under("Who strikes", "His class", "class", Kind::Word(fighters, "sergeant")),
            field("His grade", "grade", Kind::Pick(GRADES, 2)),
            field("His weapon", "weapon", Kind::Word(hand_weapons, "sword")),
            field("He is mounted", "mounted", Kind::Tick),
            field("He charges", "charging", Kind::Tick),
            field("He strikes to his rear", "rear", Kind::Tick),
            under("Who is struck", "Their class", "class of the struck", Kind::Word(fighters, "sergeant")),
            field("Their grade", "grade of the struck", Kind::Pick(GRADES, 2)),
            field("Their protection", "protection of the struck", Kind::Pick(PROTECTIONS, 2)),
            field("Their horse", "horse of the struck", Kind::Word(horses, "none")),
            field("The blow is at the horse", "at-horse", Kind::Tick),
            field("They defend an obstacle", "obstacle", Kind::Tick),
            field("They fight in woods", "woods", Kind::Tick),
            field("They fight on rough ground", "rough", Kind::Tick),
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
        fields: &[field("Protection", "protection", Kind::Pick(PROTECTIONS, 2))],
        ask: |filled| Question::Wound { protection: filled.word("protection") },
    },
    Roll {
        name: "Morale",
        clause: "MM-7.3",
        about: "Three dice with all that cheers or frightens; a lone knight counts only what a man counts.",
        fields: &[
            field("Class", "class", Kind::Pick(TESTERS, 1)),
            field("Grade", "grade", Kind::Pick(GRADES, 2)),
            under("What cheers", "Supported", "supported", Kind::Tick),
            field("Close order", "close-order", Kind::Tick),
            field("A leader or cleric near", "leader-near", Kind::Tick),
            field("Enemies fleeing near", "fleeing-enemies", Kind::Count(0, 6, 0)),
            field("Secure flanks", "secure-flanks", Kind::Count(0, 2, 0)),
            under("What frightens", "Isolated", "isolated", Kind::Tick),
            field("Leaderless", "leaderless", Kind::Tick),
            field("Already fleeing", "fleeing", Kind::Tick),
            field("Three or more hit in melee", "hit-in-melee", Kind::Tick),
            field("Its standard seen lost", "standard-lost", Kind::Tick),
            field("The commander seen lost", "commander-lost", Kind::Tick),
            field("Friends fleeing near", "fleeing-friends", Kind::Count(0, 6, 0)),
            field("Quarters of it hit", "quarters-hit", Kind::Count(0, 4, 0)),
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
        fields: &[field("Grade", "grade", Kind::Pick(GRADES, 2))],
        ask: |filled| Question::Fall { grade: filled.word("grade") },
    },
    Roll {
        name: "Ladder pushed",
        clause: "MM-9.1",
        about: "A percentage: men who push a ladder off a wall with nobody opposing on top.",
        fields: &[
            field("Men who push", "men", Kind::Within(|gear| (1, gear.ladder.pushers))),
            field("Men on it", "on", Kind::Count(0, 6, 0)),
            field("Men who hold it", "holding", Kind::Within(|gear| (0, gear.ladder.holders))),
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
            field("Men at the ram", "men", Kind::Within(|gear| (gear.ram.fewest, gear.ram.most))),
            field("Which turn of it", "turn", Kind::Count(1, 10, 1)),
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
            field("Men with axes", "men", Kind::Within(|gear| (1, gear.axes.men))),
            field("Which turn of it", "turn", Kind::Count(1, 10, 2)),
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
        fields: &[field("What it hit", "at", Kind::Pick(&["timber", "straw"], 0))],
        ask: |filled| Question::Fire { at: filled.word("at") },
    },
    Roll {
        name: "Fighting a fire",
        clause: "MM-4.12",
        about: "Two dice, less one for each man after the first and one for each bucket.",
        fields: &[
            field("Men who fight it", "men", Kind::Count(1, 10, 1)),
            field("Buckets of water", "buckets", Kind::Count(0, 10, 0)),
        ],
        ask: |filled| Question::FightFire { men: filled.small("men"), buckets: filled.small("buckets") },
    },
    Roll {
        name: "Battering",
        clause: "SG-1.4",
        about: "A ten-sided die for a day of battering, in the column of all points together.",
        fields: &[
            field("Mangonels", "mangonels", Kind::Count(0, 12, 3)),
            field("Trebuchets", "trebuchets", Kind::Count(0, 6, 0)),
            field("Rams at the wall", "rams", Kind::Count(0, 2, 0)),
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
            field("Besiegers to one man", "besiegers", Kind::Count(1, 12, 5)),
            field("Supply of the besieged", "supply", Kind::Pick(SUPPLY, 2)),
            field("They are on half rations", "short-commons", Kind::Tick),
            field("Progress of the siege", "progress", Kind::Word(stages, "outer breach")),
            field("The place", "place", Kind::Word(places, "castle")),
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
        Kind::Pick(options, chosen) => (FieldKind::Choice, words(options), chosen as i32),
        Kind::Word(all, first) => {
            let all = all();
            let at = all.iter().position(|word| *word == first).unwrap_or(0);
            (FieldKind::Choice, words(all), at as i32)
        }
        Kind::Count(least, most, at) => (FieldKind::Choice, numbers(least, most), (at - least) as i32),
        Kind::Within(bounds) => {
            let (least, most) = bounds(&tables.gear);
            (FieldKind::Choice, numbers(least.into(), most.into()), 0)
        }
        Kind::Tick => (FieldKind::Tick, model([]), 0),
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
                exact: outcome.exact.into(),
                percent: format!("{:.1} %", outcome.chance * 100.0).into(),
                share: outcome.chance as f32,
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
