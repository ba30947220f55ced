use crate::sg_hexes_campaign::{ready, mustered};
use banneret::app::{battle, numbers};
use banneret::campaign::places::StrongholdKind;
use banneret::rules::ruleset::Ruleset;
use banneret::rules::siege::{At, Stretch};
use serde_json::json;

#[test]
fn debug_eight() {
    let one: Option<u64> = std::env::var("DBG_SEED").ok().and_then(|s| s.parse().ok());
    for seed in 1..=8 {
        if one.is_some_and(|one| one != seed) { continue; }
        let (host, garrison) = (8, 30);
        let (mut it, _siege, met) = ready(StrongholdKind::BorderCastle, host, garrison);
        let castle = it.castle;
        let breach = Stretch { outer: 4, inner: 1 };
        it.store
            .act("breach", &json!({}), |act| {
                Ok((act.set_wall(castle, At { line: 0, stretch: 0 }, breach)?, "Breached.".to_owned()))
            })
            .expect("it is breached");
        let mut house = numbers::of_battles(&it.store).expect("house numbers");
        house.insert("assault_last_turn".to_owned(), "25".to_owned());
        let fought = battle::fight(&mustered(&it, &met, seed), &house).expect("it is fought");
        eprintln!("== seed {seed} holds {:?} winner {:?} fates {:?}", fought.report.holds, fought.report.winner, battle::counted(&fought.report));
        if one.is_some() {
            let lines = battle::log(Ruleset::Assault, &fought.record.1).expect("its record is told");
            for line in lines { eprintln!("{}", line.text); }
        }
    }
}

#[test]
fn debug_caer() {
    use crate::sg_hexes_caerlaverock as caer;
    use banneret::rules::assault::Event;
    use banneret::rules::settles;
    let one: Option<u64> = std::env::var("DBG_SEED").ok().and_then(|s| s.parse().ok());
    let filled = std::env::var("DBG_ORDERS").is_ok();
    let orders: &[banneret::rules::siege::Order] = if filled { &[banneret::rules::siege::Order::FillMoat, banneret::rules::siege::Order::Assault, banneret::rules::siege::Order::Rest] } else { &[] };
    let (_folder, store, met) = caer::before_the_castle(orders);
    for seed in 1..=12 {
        if one.is_some_and(|one| one != seed) { continue; }
        let battle = caer::battle(&store, &met, seed);
        let played = caer::played(&battle);
        let game = played.position();
        let mut turn = 0;
        let mut counts: std::collections::BTreeMap<(u32, String), u32> = Default::default();
        for e in played.events() {
            if let Event::Turn(t) = e { turn = *t; }
            let d = format!("{e:?}");
            let mut name = d.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_owned();
            match e {
                Event::Struck { man, hit, .. } => name = format!("Struck {:?} {hit}", game.man(*man).side),
                Event::Shot { man, hit, .. } => name = format!("Shot {:?} {hit}", game.man(*man).side),
                Event::Hurt { man, .. } => name = format!("Hurt {:?}", game.man(*man).side),
                Event::Yielded { man, .. } => name = format!("Yielded {:?}", game.man(*man).side),
                Event::Tested { troop, mood, .. } => name = format!("Tested {:?} {mood:?}", game.troops[usize::from(*troop)].side),
                Event::Loosed { machine, hit, at, .. } => name = format!("Loosed {machine} {hit} {}", game.map.cell(*at).name()),
                Event::Stepped { .. } => continue,
                _ => {}
            }
            *counts.entry((turn, name)).or_default() += 1;
        }
        eprintln!("== seed {seed} turn {} {:?} winner {:?}", game.turn, game.stage, game.winner());
        if one.is_some() {
            for m in &game.machines { eprintln!("{m:?} at {}", game.map.cell(m.at).name()); }
            let mut last = 0;
            let mut line = String::new();
            for ((turn, name), count) in counts { if turn != last { eprintln!("{last}: {line}"); line.clear(); last = turn; } line += &format!("{name} {count}; "); }
            eprintln!("{last}: {line}");
            if std::env::var("DBG_TEXT").is_ok() {
                let settled = settles::settle(&battle).expect("settled");
                for line in battle::log(Ruleset::Assault, &settled.record.1).expect("told") { eprintln!("{}", line.text); }
            }
        }
    }
}
