//! The samples: that each is a whole campaign, and that there is something to do in its first turn.

use banneret::campaign::calendar::Day;
use banneret::campaign::money::Pence;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::realm::Stance;
use banneret::campaign::sample::{self, Sample};
use banneret::campaign::tables::Tables;
use banneret::rules::figure::{Class, Grade, Horse, Rank, Weapon};
use banneret::rules::prisoners::{self, ransom};
use std::collections::{BTreeMap, BTreeSet};

fn sample(name: &str) -> &'static Sample {
    sample::named(name).unwrap_or_else(|| panic!("a sample {name}"))
}

/// The fewest miles from a place to every place that can be reached from it.
fn miles_from<'a>(sample: &'a Sample, start: &'a str) -> BTreeMap<&'a str, i32> {
    let mut miles = BTreeMap::from([(start, 0)]);
    loop {
        let before = miles.clone();
        for route in &sample.routes {
            for (from, to) in [(&route.a, &route.b), (&route.b, &route.a)] {
                if let Some(&so_far) = miles.get(from.as_str()) {
                    let by_here = so_far + route.miles;
                    let known = miles.entry(to).or_insert(by_here);
                    *known = by_here.min(*known);
                }
            }
        }
        if miles == before {
            return miles;
        }
    }
}

#[test]
fn the_samples_are_found_by_name_in_any_case() {
    let names: Vec<_> = sample::all().iter().map(|sample| sample.name.as_str()).collect();
    assert_eq!(names, ["march", "agincourt", "caerlaverock"]);
    assert_eq!(sample(" MARCH ").title, "The March");
    assert_eq!(sample("the march").name, "march", "or by what they are called");
    assert!(sample::named("crusade").is_none());
}

#[test]
fn they_have_the_men_they_say() {
    assert_eq!(sample("march").men(), 600);
    let agincourt = sample("agincourt");
    let host = |side: &str, army: &str| {
        let side = agincourt.side(side).unwrap_or_else(|| panic!("{side}"));
        side.roster.armies.iter().find(|known| known.name == army).map(|army| army.men.len())
    };
    assert_eq!(host("England", "Host of 1415"), Some(5_076));
    assert_eq!(host("England", "King's Household"), Some(105));
    assert_eq!(agincourt.side("France").map(|side| side.roster.men.len()), Some(2_125));
    assert_eq!(sample("caerlaverock").men(), 399);
}

#[test]
fn caerlaverock_is_besieged_within_three_turns_and_plays_on() {
    use banneret::app::{found, siege, turn};
    let folder = crate::support::folder();
    let mut store =
        found::from_sample(&folder.path().join("caerlaverock.banneret"), "caerlaverock").expect("it begins");
    crate::support::sound(&store, "on the first day");
    let host = store.army_named("Host of England").expect("the host").id;
    let castle = sample("caerlaverock").stronghold("Caerlaverock Castle").expect("the castle");
    let place = store.place_named(&castle.place).expect("the place").id;
    for _ in 0..3 {
        turn::play(&mut store).expect("a turn is played");
    }
    assert_eq!(store.formation(host).expect("the host").place, Some(place));
    let holdings = store.strongholds().expect("strongholds");
    let castle = holdings.into_iter().find(|holding| holding.name == castle.name).expect("the castle").id;
    // SG-1.1: nothing of the host's engines or rations was lost on the way, and it may sit down before the place.
    assert!(store.train(host).expect("its train").park.trebuchets == 1);
    let begun = siege::open(&mut store, host, castle).expect("it may be besieged");
    for _ in 0..7 {
        turn::play(&mut store).expect("a turn is played");
    }
    crate::support::sound(&store, "after ten turns");
    assert!(store.siege(begun).expect("the siege").days > 0);
}

#[test]
fn they_begin_on_a_day_with_the_relations_settled() {
    assert_eq!(sample("march").start.spoken(), "Monday 19 June 1335, 4 days after Corpus Christi");
    assert_eq!(sample("agincourt").start.spoken(), "Tuesday 8 October 1415");
    for sample in sample::all() {
        assert!((1..=30).contains(&sample.turn_days));
        assert!(sample.blurb.len() > 300 && sample.opening.len() > 2, "{}", sample.name);
        let pairs: Vec<BTreeSet<&str>> = sample
            .relations
            .iter()
            .map(|relation| BTreeSet::from([relation.a.as_str(), relation.b.as_str()]))
            .collect();
        for (place, one) in sample.sides.iter().enumerate() {
            assert!(one.war_chest.0 > 0);
            assert!(one.overlord.iter().all(|lord| *lord != one.name && sample.side(lord).is_some()));
            for other in &sample.sides[place + 1..] {
                assert_ne!(one.tincture, other.tincture);
                let pair = BTreeSet::from([one.name.as_str(), other.name.as_str()]);
                assert_eq!(pairs.iter().filter(|known| **known == pair).count(), 1, "{pair:?}");
            }
        }
        for relation in &sample.relations {
            assert_eq!(relation.state == Stance::Truce, relation.until.is_some());
            assert!(relation.until.is_none_or(|until| until > sample.start));
        }
        assert!(sample.relations.iter().any(|relation| relation.state == Stance::War));
    }
}

#[test]
fn their_maps_hold_together() {
    for sample in sample::all() {
        let names: BTreeSet<&str> = sample.places.iter().map(|place| place.name.as_str()).collect();
        assert_eq!(names.len(), sample.places.len());
        for place in &sample.places {
            assert!((0..=1_000).contains(&place.x) && (0..=1_000).contains(&place.y), "{}", place.name);
            assert!(place.side.iter().all(|side| sample.side(side).is_some()), "{}", place.name);
            let near = |other: &&sample::SamplePlace| {
                other.name != place.name && (other.x - place.x).pow(2) + (other.y - place.y).pow(2) < 10 * 10
            };
            assert!(!sample.places.iter().any(|other| near(&other)), "{} is drawn over another place", place.name);
        }
        let mut pairs = BTreeSet::new();
        for route in &sample.routes {
            let end = |name: &str| sample.place(name).unwrap_or_else(|| panic!("no place {name}"));
            let (a, b) = (end(&route.a), end(&route.b));
            assert!(pairs.insert(BTreeSet::from([&route.a, &route.b])), "{} to {} twice", route.a, route.b);
            let units = (f64::from(a.x - b.x)).hypot(f64::from(a.y - b.y));
            let straight = units * f64::from(sample.miles_across) / 1_000.0;
            let miles = f64::from(route.miles);
            let winding = (straight - 0.5)..=(straight * 1.35 + 1.0);
            assert!(winding.contains(&miles), "{} to {}: {miles} miles, {straight} straight", route.a, route.b);
        }
        let reached = miles_from(sample, &sample.places[0].name);
        assert_eq!(reached.len(), sample.places.len(), "every place of {} can be reached", sample.name);
    }
}

#[test]
fn their_armies_stand_somewhere_and_are_commanded() {
    for sample in sample::all() {
        let mut standing = BTreeSet::new();
        for army in &sample.armies {
            let side = sample.side(&army.side).unwrap_or_else(|| panic!("no side {}", army.side));
            assert!(standing.insert((&army.side, &army.name)), "{} stands twice", army.name);
            assert!(side.roster.armies.iter().any(|known| known.name == army.name), "no army {}", army.name);
            assert!(sample.place(&army.place).is_some(), "no place {}", army.place);
            assert!(army.bound_for.iter().all(|place| sample.place(place).is_some()), "{:?}", army.bound_for);
            if let Some(name) = &army.garrison {
                let stronghold = sample.stronghold(name).unwrap_or_else(|| panic!("no stronghold {name}"));
                assert_eq!((&stronghold.place, &stronghold.owner), (&army.place, &army.side));
                let men =
                    side.roster.armies.iter().find(|known| known.name == army.name).map_or(0, |army| army.men.len());
                assert!(men <= stronghold.men as usize, "{name} does not hold its garrison");
                assert!(army.bound_for.is_none());
            }
        }
        for side in &sample.sides {
            for army in &side.roster.armies {
                assert!(standing.contains(&(&side.name, &army.name)), "{} stands nowhere", army.name);
                assert!(army.commander.is_some(), "{} has no commander", army.name);
            }
            for (army, battle, force, unit) in side.roster.units() {
                assert!(battle.commander.is_some() && force.commander.is_some(), "{} {}", army.name, force.name);
                assert!(unit.single || unit.commander.is_some(), "{} {}", army.name, unit.name);
            }
        }
        for stronghold in &sample.strongholds {
            assert!(sample.place(&stronghold.place).is_some());
            assert!(stronghold.rations <= stronghold.rations_most);
        }
    }
    let march = sample("march");
    assert_eq!(march.strongholds.len(), 5);
    for stronghold in &march.strongholds {
        let garrison = march.armies.iter().any(|army| army.garrison.as_ref() == Some(&stronghold.name));
        assert!(garrison, "{} has no garrison", stronghold.name);
    }
    assert!(march.sides.iter().all(|side| side.roster.warnings.is_empty()), "The March keeps MM-1.4");
}

#[test]
fn no_two_men_of_a_sample_are_called_alike() {
    for sample in sample::all() {
        let mut named = BTreeSet::new();
        let of_sides = sample.sides.iter().flat_map(|side| side.roster.men.iter().map(|man| &man.name));
        for name in of_sides.chain(sample.captives.iter().map(|captive| &captive.name)).filter(|name| !name.is_empty())
        {
            assert!(named.insert(name), "{name} twice in {}", sample.name);
        }
    }
}

#[test]
fn their_captives_are_held_by_someone_at_the_books_ransom() {
    let tables = prisoners::Tables::book(); // MM-8.4
    for sample in sample::all() {
        for captive in &sample.captives {
            let holders =
                sample.side(&captive.holder_side).unwrap_or_else(|| panic!("no side {}", captive.holder_side));
            assert!(holders.roster.men.iter().any(|man| man.name == captive.holder), "no holder {}", captive.holder);
            assert!(sample.side(&captive.side).is_some() && captive.side != captive.holder_side);
            assert!(sample.place(&captive.place).is_some() && captive.taken < sample.start && captive.count > 0);
            assert!(
                captive.profile.grade.allowed(captive.profile.class)
                    && captive.due.is_none_or(|due| due > sample.start)
            );
            let by_the_book = ransom::asked(captive.profile.standing(), tables);
            let asked = by_the_book.map(|marks| Pence::from_marks(marks.value));
            assert_eq!(captive.asked, asked, "{}", captive.name);
        }
        for wounded in &sample.wounded {
            let side = sample.side(&wounded.side).unwrap_or_else(|| panic!("no side {}", wounded.side));
            let unit = side.roster.units().find(|(army, _, force, unit)| {
                (&army.name, &force.name, &unit.name) == (&wounded.army, &wounded.force, &wounded.unit)
            });
            assert!(
                unit.is_some_and(|(.., unit)| unit.men.len() > wounded.count),
                "{} {}",
                wounded.force,
                wounded.unit
            );
        }
    }
}

#[test]
fn the_march_has_something_of_everything() {
    let march = sample("march");
    let men: Vec<_> = march.sides.iter().flat_map(|side| &side.roster.men).collect();
    for class in Class::ALL {
        assert!(men.iter().any(|man| man.profile.class == *class), "{class}");
    }
    for rank in &Rank::ALL[1..] {
        assert!(men.iter().any(|man| man.profile.rank == *rank), "{rank}");
    }
    for grade in [Grade::E, Grade::D, Grade::C, Grade::B, Grade::A, Grade::A.up()] {
        assert!(
            men.iter().any(|man| man.profile.grade == grade && man.profile.class == Class::Knight),
            "a knight of grade {grade}"
        );
    }
    for horse in Horse::ALL {
        assert!(men.iter().any(|man| man.profile.horse == *horse), "{horse}");
    }
    let absent = [Weapon::TwoHandedClub, Weapon::Handgun];
    for weapon in Weapon::ALL.iter().filter(|weapon| !absent.contains(weapon)) {
        assert!(men.iter().any(|man| man.profile.weapons.contains(weapon)), "{weapon}");
    }
    for kind in StrongholdKind::ALL {
        assert!(march.strongholds.iter().any(|stronghold| stronghold.kind == *kind), "{kind}");
    }
    assert!(march.armies.iter().any(|army| army.train) && !march.wounded.is_empty() && march.captives.len() == 4);
    let (due, _) = march.start.next_quarter_day();
    assert!(due - march.start < march.turn_days, "rents fall due in the first turn");
    let enough_for_the_lot = march.armies.iter().any(|army| {
        let side = march.side(&army.side);
        side.is_some_and(|side| side.roster.armies.iter().any(|known| known.name == army.name && known.men.len() > 150))
    });
    assert!(enough_for_the_lot, "a host larger than one battle fields");
}

/// The last day by which an army has marched where it is bound for.
fn arrives(sample: &Sample, side: &str, name: &str) -> Day {
    let tables = Tables::book();
    let army = sample.armies.iter().find(|army| army.side == side && army.name == name);
    let army = army.unwrap_or_else(|| panic!("no army {name}"));
    let Some(bound_for) = &army.bound_for else { return sample.start };
    let miles = miles_from(sample, &army.place)[bound_for.as_str()];
    let pace = if army.train { tables.march_train_miles } else { tables.march_foot_miles };
    sample.start + (miles + pace as i32 - 1) / pace as i32
}

#[test]
fn the_first_turn_of_the_march_ends_in_contacts() {
    let march = sample("march");
    let end = march.start + march.turn_days;
    let at = |name: &str| march.armies.iter().find(|army| army.name == name).map(|army| (&army.place, &army.bound_for));
    assert_eq!(at("Host of Estmark").map(|at| at.1), at("Host of Gorwen").map(|at| at.1));
    for (side, host) in
        [("Estmark", "Host of Estmark"), ("Gorwen", "Host of Gorwen"), ("Gorwen", "Raiders of Glyn Haul")]
    {
        let day = arrives(march, side, host);
        assert!(march.start < day && day < end, "{host} arrives on {day}");
    }
    let riders = at("Riders of the March").map(|(place, bound)| (place.clone(), bound.is_none()));
    assert_eq!(riders, at("Raiders of Glyn Haul").and_then(|(_, bound)| bound.clone()).map(|place| (place, true)));
}

#[test]
fn a_captive_of_a_sample_has_no_field_but_those_known() {
    let captive = |more: &str| {
        let known = "side = 'Gorwen'\nclass = 'sergeant'\ngrade = 'C'\nprotection = 4\ncount = 6\n\
            holder_side = 'Estmark'\nholder = 'Alan Blakelock'\nplace = 'Marlstone'\n\
            battle = 'The fight at Thornford'\ntaken = '1335-06-05'\n";
        toml::from_str::<sample::SampleCaptive>(&format!("{known}{more}"))
    };
    let plain = captive("").expect("what he lacks is left out");
    assert_eq!((plain.profile.rank, plain.profile.horse), (Rank::None, Horse::None));
    let refused = captive("hors = 'barded'\n").expect_err("no such field").to_string();
    assert!(refused.contains("hors"), "{refused}");
}
