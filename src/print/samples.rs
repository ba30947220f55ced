//! Made-up documents: what each template is given is shown by them, to a referee who writes his own and to tests.

use super::*;
use crate::campaign::money::Pence;
use crate::campaign::people::PersonState;
use crate::campaign::siege::{HostFigures, SiegePart};
use crate::rules::figure::{BySide, Class, Grade, Horse, Profile, Protection, Rank, Standing, Weapon};
use crate::rules::siege::{Moat, Park, Progress, Stretch};

const FIRST: [&str; 24] = [
    "John", "William", "Thomas", "Richard", "Robert", "Henry", "Walter", "Hugh", "Roger", "Ralph", "Simon", "Adam",
    "Nicholas", "Geoffrey", "Gilbert", "Peter", "Philip", "Stephen", "Alan", "Edmund", "Laurence", "Matthew", "Piers",
    "Reynold",
];

const LAST: [&str; 29] = [
    "Fletcher",
    "atte Wode",
    "of Lichfield",
    "Bowyer",
    "Tyler",
    "le Smyth",
    "Harington",
    "Greene",
    "Cheshire",
    "Redman",
    "of the Marsh",
    "Wright",
    "Mason",
    "Stanley",
    "Booth",
    "Legh",
    "Massey",
    "Savage",
    "Trussell",
    "Wolf",
    "Pykemere",
    "Whitfield",
    "Bradshaw",
    "Walker",
    "of Kendal",
    "Hunt",
    "Frere",
    "Cook",
    "Longe",
];

/// Names that trip a typesetter.
pub const ODD: [&str; 9] = [
    "Besançon Desmarês",
    "ʿAlī ibn Yūsuf",
    "“Thomas, Duke of Clarence”",
    "Sir Bartholomew Maximilian Ferdinand Montgomery-Featherstone",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis",
    "#strong[x] $a$ *b* @c",
    "`raw` <label> // no /* comment */ \\ _u_ ~ --- 'q' \"Q\"",
    "Łukasz Żółtowski, Þórr Æðelstān",
    "= Head - item + sum / term: ${}%",
];

/// A day by its text, which must be one.
pub fn day(text: &str) -> Day {
    text.parse().expect("a day")
}

pub fn foot() -> Foot {
    Foot { campaign: "The War for France".into(), day: day("25 October 1415"), turn: 12 }
}

pub fn banner(name: &str, tincture: Tincture) -> Banner {
    Banner { name: name.into(), tincture }
}

/// The `index`th name of a period list.
pub fn name(index: usize) -> String {
    format!("{} {}", FIRST[index % FIRST.len()], LAST[(index / 3 + index) % LAST.len()])
}

pub fn man(
    name: &str,
    class: Class,
    rank: Rank,
    grade: Grade,
    protection: u8,
    weapons: &str,
    horse: Horse,
) -> PrintedMan {
    PrintedMan {
        number: None,
        name: name.into(),
        profile: Profile {
            class,
            rank,
            grade,
            protection: Protection::new(protection).expect("a protection"),
            weapons: Weapon::list(weapons).expect("weapons"),
            horse,
        },
        state: PersonState::Fit,
        points: 4 + i64::from(grade.number()),
    }
}

/// An army of exactly `men` men: archers and men-at-arms in companies of up to 25.
pub fn army(men: usize) -> MusterRoll {
    let mut units = Vec::new();
    let mut index = 0;
    while index < men {
        let size = (men - index).min(25 - units.len() % 7);
        let captain = format!("Sir {}", name(index * 5));
        let people = (0..size).map(|place| {
            let number = index + place;
            let mut man = match (place, units.len() % 3) {
                (0, _) => man(&captain, Class::Knight, Rank::Knight, Grade::B, 1, "heavy lance;sword", Horse::Barded),
                (_, 0) => man(&name(number), Class::Sergeant, Rank::None, Grade::C, 2, "spear;sword", Horse::Unbarded),
                (_, 1) => man(&name(number), Class::Sergeant, Rank::None, Grade::C, 4, "longbow;sword", Horse::None),
                _ => man(&name(number), Class::Peasant, Rank::None, Grade::D, 4, "javelin;knife", Horse::None),
            };
            if number % 37 == 5 {
                man.state = PersonState::Wounded;
            }
            man
        });
        let men = people.collect();
        units.push(PrintedUnit { name: format!("Company {}", units.len() + 1), commander: Some(captain), men });
        index += size;
    }
    let mut forces = Vec::new();
    let mut units = units.into_iter().peekable();
    while units.peek().is_some() {
        let name = format!("Force of Lord {}", LAST[forces.len() % LAST.len()]);
        forces.push(PrintedForce { name, commander: None, units: units.by_ref().take(3).collect() });
    }
    MusterRoll {
        foot: foot(),
        side: banner("The realm of Albany", Tincture::Azure),
        of: "army".into(),
        name: "The Northern Host".into(),
        commander: Some("Edmund, Earl of Kendal".into()),
        place: "Carlisle".into(),
        battles: vec![PrintedBattle { name: "main battle".into(), commander: None, forces }],
    }
}

fn number_men(battles: &mut [PrintedBattle], letter: char) {
    let units = battles.iter_mut().flat_map(|battle| &mut battle.forces).flat_map(|force| &mut force.units);
    for (index, man) in units.flat_map(|unit| &mut unit.men).enumerate() {
        man.number = Some(format!("{letter}{}", index + 1));
    }
}

/// A battle of 60 against 60.
pub fn battle_roster() -> BattleRoster {
    let mut attackers = army(60);
    let mut defenders = army(60);
    number_men(&mut attackers.battles, 'A');
    number_men(&mut defenders.battles, 'B');
    let side = |side, roll: MusterRoll, army: &str, gear: &str| RosterSide {
        side,
        army: army.into(),
        commander: roll.commander,
        battles: roll.battles,
        gear: gear.into(),
    };
    BattleRoster {
        foot: foot(),
        name: "Battle of the Ford".into(),
        place: "Solway".into(),
        ground: "a ford, with hedges on the southern bank".into(),
        weather: "dry".into(),
        sides: BySide {
            attacker: side(banner("The realm of Albany", Tincture::Azure), attackers, "The Northern Host", ""),
            defender: side(
                banner("The March of Cumber", Tincture::Or),
                defenders,
                "The Wardens of the March",
                "24 stakes, 1 wagon",
            ),
        },
    }
}

fn captive(name: &str, rank: Rank, grade: Grade, asked: i64, agreed: Option<i64>, paid: i64) -> PrintedCaptive {
    let agreed = agreed.map(Pence);
    let dues = agreed.map_or(Vec::new(), |agreed| {
        let left = agreed - Pence(paid);
        vec![
            Due { day: day("2 February 1416"), amount: left.share(1, 2), missed: true },
            Due { day: day("29 September 1416"), amount: left - left.share(1, 2), missed: false },
        ]
    });
    PrintedCaptive {
        name: name.into(),
        side: "France".into(),
        standing: Standing { class: if rank == Rank::None { Class::Sergeant } else { Class::Knight }, rank, grade },
        taken_at: "Agincourt".into(),
        taken_on: day("25 October 1415"),
        kept_at: "Calais".into(),
        terms: if agreed.is_some() { "on parole, his son a hostage".into() } else { String::new() },
        asked: (asked > 0).then_some(Pence(asked)),
        agreed,
        paid: Pence(paid),
        dues,
    }
}

/// Captives of three holders.
pub fn ransom_roll(kind: RollKind) -> RansomRoll {
    let duke = captive("Charles, Duke of Orléans", Rank::Duke, Grade::A, 0, None, 0);
    let count = captive("Louis, Count of Vendôme", Rank::Count, Grade::B, 26_400, Some(20_000), 6_960);
    let knight = |name, grade| captive(name, Rank::Knight, grade, 7_200, Some(7_200), 0);
    let men = (0..6).map(|index| {
        let mut man = captive(&name(index), Rank::None, Grade::D, 0, None, 0);
        man.kept_at = "Harfleur".into();
        man.terms = "at labour".into();
        man
    });
    let holder = |name: &str, captives| Holder { name: name.into(), side: "England".into(), captives };
    RansomRoll {
        foot: foot(),
        kind,
        side: Some(banner("England", Tincture::Gules)),
        holders: vec![
            holder("Henry V, King of England", vec![duke, count]),
            holder(
                "Sir John Cornwall",
                vec![knight(ODD[0], Grade::C), knight(ODD[3], Grade::A), knight(ODD[5], Grade::B)],
            ),
            holder("England", men.collect()),
        ],
    }
}

/// A knight who has seen much.
pub fn career() -> PrintedCareer {
    let step = |date: &str, grade: &str, why: &str| GradeStep {
        day: day(date),
        grade: grade.parse().expect("a grade"),
        why: why.into(),
    };
    let battle = |date: &str, name: &str, result: &str, fate: &str, deeds: &[&str]| CareerBattle {
        day: day(date),
        name: name.into(),
        result: result.into(),
        fate: fate.into(),
        deeds: deeds.iter().map(|deed| (*deed).to_owned()).collect(),
    };
    let ransom = |date: &str, with: &str, pence, received| CareerRansom {
        day: day(date),
        with: with.into(),
        amount: Pence(pence),
        received,
    };
    PrintedCareer {
        foot: foot(),
        side: banner("England", Tincture::Gules),
        name: "Sir John Cornwall".into(),
        profile: Profile {
            class: Class::Knight,
            rank: Rank::Baron,
            grade: "A1".parse().expect("a grade"),
            protection: Protection::FULL,
            weapons: vec![Weapon::HeavyLance, Weapon::Sword, Weapon::Shield],
            horse: Horse::Barded,
        },
        state: PersonState::Fit,
        serves: "the vanguard of the Host of 1415".into(),
        offices: vec!["commands his retinue".into(), "castellan of Harfleur".into()],
        grades: vec![
            step("1 May 1412", "C", "as mustered"),
            step("3 June 1412", "B", "unhorsed Sir Guichard Dauphin, an equal (MM-8.7)"),
            step("20 September 1413", "C", "fled the field (MM-8.6)"),
            step("2 October 1413", "B", "unhorsed a better (MM-8.7)"),
            step("14 August 1414", "A", "unhorsed a better (MM-8.7)"),
            step("25 October 1415", "A1", "unhorsed the Count of Vendôme (MM-8.7)"),
        ],
        battles: vec![
            battle(
                "3 June 1412",
                "Saint-Rémy-du-Plain",
                "won",
                "unhurt",
                &["unhorsed Sir Guichard Dauphin", "fought hand to hand"],
            ),
            battle("20 September 1413", "Valmont", "lost", "fled", &["failed to meet a charge"]),
            battle(
                "2 October 1413",
                "Skirmish at the bridge",
                "drawn",
                "captive",
                &["unhorsed a better", "took the force’s standard"],
            ),
            battle(
                "25 October 1415",
                "Agincourt",
                "won",
                "wounded",
                &["unhorsed the Count of Vendôme", "took him captive"],
            ),
        ],
        captivities: vec![Captivity {
            taken_at: "Skirmish at the bridge".into(),
            taken_on: day("2 October 1413"),
            holder: "Louis, Count of Vendôme".into(),
            ended: "ransomed, 2 February 1414".into(),
        }],
        ransoms: vec![
            ransom("2 February 1414", "Louis, Count of Vendôme", 6_960, false),
            ransom("11 November 1415", "Louis, Count of Vendôme", 26_400, true),
        ],
    }
}

/// A year of a chronicle, `lines` long.
pub fn chronicle(lines: usize) -> PrintedChronicle {
    const TEXT: [&str; 5] = [
        "The Northern Host marched twelve miles from Carlisle towards Solway; the train fell behind.",
        "Battle of the Ford: the Northern Host, attacking, was beaten by the Wardens of the March; 11 dead, 23 wounded, 6 captives.",
        "Sir John Cornwall asked 165 m of Louis, Count of Vendôme, taken at the Ford.",
        "The Northern Host was paid £43 6s 8d for the week.",
        "By the referee: the ford at Solway is held impassable until Saint Martin’s, the river being in flood after nine days of rain in the hills, and #no-one [may] *cross*.",
    ];
    let first = day("25 October 1415");
    let entries = (0..lines).map(|line| ChronicleEntry {
        day: first + (line as i32 / 3 * 5),
        turn: 12 + line as u32 / 3,
        text: TEXT[line % 5].into(),
    });
    PrintedChronicle { foot: foot(), side: None, from: first, to: day("4 February 1416"), entries: entries.collect() }
}

/// A week's pay.
pub fn pay_roll() -> PayRoll {
    let line = |under: &str, unit: &str, kind: &str, men, rate, arrears| PayLine {
        under: under.into(),
        unit: unit.into(),
        kind: kind.into(),
        men,
        rate: Pence(rate),
        days: 7,
        arrears: Pence(arrears),
    };
    PayRoll {
        foot: foot(),
        side: banner("England", Tincture::Vert),
        term: "the week to Michaelmas".into(),
        treasury: Some(Pence(1_000_000)),
        lines: vec![
            line("vanguard", "men-at-arms", "bannerets", 1, 48, 0),
            line("vanguard", "men-at-arms", "knights", 12, 24, 0),
            line("vanguard", "men-at-arms", "sergeants", 226, 12, 0),
            line("vanguard", "archers", "mounted archers", 420, 6, 2_520),
            line("main battle", "archers", "foot archers", 300, 3, 0),
        ],
    }
}

/// A siege on its ninth day, with a relief outside, a line won and a breach.
pub fn siege_sheet() -> SiegeSheet {
    let host = |part: SiegePart, army: &str, able, rations, weeks_left, park| HostFigures {
        part,
        armies: vec![army.into()],
        able,
        knights: able / 20,
        mouths: 4,
        horses: 12,
        grade: Grade::B,
        rations,
        eats: able + 16,
        country: 75,
        weeks_left,
        half: part == SiegePart::Garrison,
        park,
    };
    let park = Park { mangonels: 2, trebuchets: 1, rams: 1, towers: 1, ladders: true, hurt: 0 };
    let mut lines: Vec<Vec<Stretch>> = [6, 4, 2, 1].map(|many| vec![Stretch::default(); many]).into();
    lines[0][1] = Stretch { outer: 4, inner: 1 };
    lines[0][2] = Stretch { outer: 3, inner: 0 };
    SiegeSheet {
        foot: foot(),
        besieger: banner("England", Tincture::Gules),
        holder: "France".into(),
        stronghold: "Château Gaillard".into(),
        kind: "castle".into(),
        begun: day("1 August 1415"),
        days: 8,
        today: day("9 August 1415"),
        week: 7,
        over: false,
        under_way: vec!["Offered by the garrison: the garrison leaves with arms, in 20 days unless relieved.".into()],
        hosts: vec![
            host(SiegePart::Besiegers, "The King’s host", 320, 1_240, Some(5), park),
            host(SiegePart::Garrison, "Watch of Gaillard", 58, 300, Some(30), Park::default()),
            host(SiegePart::Relief, "Host of Rouen", 140, 90, None, Park::default()),
        ],
        moat: Moat::Days(3),
        lines,
        won: 1,
        outer_lost: 0,
        demolished: (4, 1),
        progress: Progress::PartOfTheRampart,
        surrender: vec![("besiegers to garrison".into(), 2), ("progress of the siege".into(), 2)],
        no_test: None,
        shut_in: false,
        tables: crate::rules::siege::Tables::book(),
        story: (0..50)
            .map(|line| (day("2 August 1415"), format!("The besiegers build: day {line} of it."), "SG-1.3".into()))
            .collect(),
    }
}

/// What a battle and a siege cost.
pub fn casualty_list() -> CasualtyList {
    let lost = |number: &str, name: &str, rank, fate, how: &str, now: &str| Casualty {
        number: number.into(),
        name: name.into(),
        standing: Standing {
            class: if rank == Rank::None { Class::Sergeant } else { Class::Knight },
            rank,
            grade: Grade::C,
        },
        fate,
        how: how.into(),
        now: now.into(),
    };
    let side = |banner, army: &str, men, lost| SideLosses { side: banner, army: army.into(), men, lost };
    CasualtyList {
        foot: foot(),
        title: "The War for France".into(),
        side: None,
        days: Some((day("1 August 1415"), day("25 October 1415"))),
        battles: vec![BattleLosses {
            name: "Agincourt".into(),
            day: day("25 October 1415"),
            place: "Agincourt".into(),
            result: "England won".into(),
            sides: vec![
                side(
                    banner("France", Tincture::Azure),
                    "The Host of Rouen",
                    140,
                    vec![
                        lost("A1", "Charles, Duke of Orléans", Rank::Duke, Fell::Captive, "by Sir John Cornwall", ""),
                        lost("A7", ODD[0], Rank::Knight, Fell::Dead, "", ""),
                        lost("A31", ODD[3], Rank::None, Fell::Wounded, "and fled", "fit"),
                        lost("A40", ODD[5], Rank::None, Fell::Missing, "", ""),
                    ],
                ),
                side(
                    banner("England", Tincture::Gules),
                    "The King’s host",
                    96,
                    vec![lost("B2", "Edward, Duke of York", Rank::Duke, Fell::Dead, "", "")],
                ),
            ],
        }],
        otherwise: vec![OtherLosses {
            side: banner("England", Tincture::Gules),
            lost: vec![
                lost("15 Sep", "Richard Courtenay", Rank::None, Fell::Dead, "of his wounds", ""),
                lost("22 Sep", &name(4), Rank::None, Fell::Left, "for want of pay", ""),
            ],
        }],
    }
}

/// Cards of a company.
pub fn figure_cards(men: usize) -> FigureCards {
    let roll = army(men);
    let units = roll
        .battles
        .iter()
        .flat_map(|battle| &battle.forces)
        .flat_map(|force| force.units.iter().map(move |unit| (unit, force)));
    let cards = units.flat_map(|(unit, force)| {
        unit.men.iter().enumerate().map(move |(at, man)| FigureCard {
            man: man.clone(),
            serves: format!("{}, {}", unit.name, force.name),
            commands: if at == 0 { format!("unit of {}", unit.name) } else { String::new() },
        })
    });
    FigureCards { foot: foot(), side: roll.side.clone(), name: roll.name.clone(), cards: cards.collect() }
}

/// A sheet to be filled in by pen.
pub fn blank(kind: BlankKind) -> BlankSheet {
    let armies = vec!["The King’s host".into(), "Watch of Harfleur".into()];
    BlankSheet { kind, foot: Some(foot()), side: Some(banner("England", Tincture::Gules)), armies }
}

/// A map of four places.
pub fn map() -> PrintedMap {
    let place = |name: &str, kind: &str, x, y, tincture| PrintedPlace {
        name: name.into(),
        kind: kind.into(),
        x,
        y,
        tincture,
        holds: Vec::new(),
        armies: Vec::new(),
    };
    let mut places = vec![
        place("Harfleur", "port", 200, 300, Some(Tincture::Gules)),
        place("Arques", "castle", 420, 240, Some(Tincture::Azure)),
        place("Blanchetaque", "ford", 600, 200, None),
        place("Calais", "town", 780, 90, Some(Tincture::Gules)),
    ];
    places[0].armies.push(("The King’s host".into(), "96 men".into(), Tincture::Gules));
    places[1].holds.push(("Arques".into(), "castle".into(), Tincture::Azure));
    let way = |from, to, kind: &str, miles| PrintedWay { from, to, kind: kind.into(), miles };
    PrintedMap {
        foot: foot(),
        side: None,
        frame: (140, 30, 720, 340),
        picture: None,
        places,
        ways: vec![
            way((200, 300), (420, 240), "road", 52),
            way((420, 240), (600, 200), "track", 40),
            way((600, 200), (780, 90), "road", 61),
        ],
        mile: Some(4_300),
    }
}

/// The made-up document that shows what a template of this name is given, short enough to be read; none for those shown by
/// what ships, and for those that others import.
pub fn shown(template: &str) -> Option<Document> {
    Some(match template {
        "muster-roll" => Document::MusterRoll(army(14)),
        "battle-roster" => {
            let mut roster = battle_roster();
            for side in [&mut roster.sides.attacker, &mut roster.sides.defender] {
                for force in side.battles.iter_mut().flat_map(|battle| &mut battle.forces) {
                    force.units.truncate(1);
                    force.units.iter_mut().for_each(|unit| unit.men.truncate(6));
                }
                side.battles.iter_mut().for_each(|battle| battle.forces.truncate(1));
            }
            Document::BattleRoster(roster)
        }
        "figure-cards" => Document::FigureCards(figure_cards(10)),
        "blank-sheet" => Document::BlankSheet(blank(BlankKind::Orders)),
        "ransom-roll" => Document::RansomRoll(ransom_roll(RollKind::Ransom)),
        "casualty-list" => Document::CasualtyList(casualty_list()),
        "career" => Document::Career(career()),
        "chronicle" => Document::Chronicle(chronicle(9)),
        "pay-roll" => Document::PayRoll(pay_roll()),
        "siege-sheet" => {
            let mut sheet = siege_sheet();
            sheet.story.truncate(6);
            Document::SiegeSheet(sheet)
        }
        "map" => Document::Map(map()),
        _ => return None,
    })
}
