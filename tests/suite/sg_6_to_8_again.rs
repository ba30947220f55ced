//! Clauses of the assault on hexes read a second time: who bars the way to the keep (SG-8), and what covers against a siege tower
//! (SG-7.2).

use crate::assaults::{few, hex};
use banneret::rules::assault::line::LineEnd;
use banneret::rules::assault::map::{self, HexMap, Terrain};
use banneret::rules::assault::{FireLine, Fortune, HexMachine, HexSide, MachineKind, Post, Tables, TrooperId};
use banneret::rules::figure::Side::Attacker;
use banneret::rules::man_to_man::Cover;

const A: TrooperId = TrooperId(0);
const D: TrooperId = TrooperId(2);

#[test]
fn sg_8_a_hex_with_an_enemy_in_it_is_not_empty_though_he_lies_stunned_or_serves_a_machine() {
    let castle = map::find("border castle").expect("it ships");
    let mut game = few(&castle, ["1917", "0202"], ["1213", "1815"]);
    game.men[0].fortune = Fortune::Down(9);
    assert_eq!(game.cut_off(), [D], "he lies on the stair to the keep");
    let mut game = few(&castle, ["0302", "0202"], ["1213", "1815"]);
    let at = hex(&game, "1917");
    game.bring(HexMachine::new(MachineKind::Ram, Attacker, at, HexSide::East)).expect("it is put there");
    assert!(game.cut_off().is_empty(), "nobody is at it");
    game.deploy_aboard(A, Post::Aboard(0)).expect("he is at it");
    assert_eq!(game.cut_off(), [D]);
}

#[test]
fn sg_7_2_against_a_tower_only_battlements_and_roofs_cover() {
    let mut map = HexMap::clone(&map::find("border castle").expect("it ships"));
    let at = map.named("0810").expect("a hex");
    let cell = &mut map.cells[usize::from(at.0)];
    (cell.terrain, cell.top) = (Terrain::Trees, 1);
    let (far, tables) = (map.named("0814").expect("a hex"), Tables::book());
    let cover =
        |other: LineEnd| FireLine::between(&map, LineEnd::on(&map, at), other, &tables).cover(&map, at, &tables);
    assert_eq!(cover(LineEnd::on(&map, far)), Cover::Light, "woods (MM-4.8)");
    assert_eq!(cover(LineEnd::on_tower(far, 3)), Cover::None);
}
