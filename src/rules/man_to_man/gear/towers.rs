//! Siege towers (MM-9.7, MM-9.8): men go up inside one that stands against a castle's wall and step onto it.

use super::hands::AT_HAND;
use super::state::{Crossing, FieldGear, Lies, ThingId};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::event::{Event, FallCause, Gait, Placed, Why};
use crate::rules::man_to_man::ground::{BarrierKind, PieceId};
use crate::rules::man_to_man::state::{BodyId, FigureId, Position};
use crate::rules::man_to_man::{Illegal, Umpire};

impl Position {
    /// The piece of a castle's wall a siege tower stands against: the nearest whose walk it reaches.
    fn wall_before(&self, tower: &FieldGear) -> Option<PieceId> {
        let pieces = (0..self.land.ground.pieces.len() as u16).map(PieceId);
        let far = |piece: PieceId| {
            let line = self.land.ground.pieces[usize::from(piece.0)];
            tower.at.distance_squared_to_segment(line.from, line.to).0
        };
        let reached = |&piece: &PieceId| {
            let barrier = self.land.barrier(piece);
            let walk = barrier.kind == BarrierKind::CastleWall && barrier.level > 0 && !self.land.stands_open(piece);
            walk && far(piece) <= i64::from(barrier.thickness / 2 + AT_HAND).pow(2)
        };
        pieces.filter(reached).min_by_key(|&piece| (far(piece), piece))
    }

    /// The men of a body who can go up in a tower: on foot beside it, and not on a wall already.
    fn men_at_tower(&self, id: BodyId, tower: &FieldGear) -> Vec<FigureId> {
        let men = self.men_by(id, tower.at, AT_HAND).into_iter();
        men.filter(|&man| !self.figure(man).mounted() && !self.land.at(self.figure(man).at).raised).collect()
    }

    pub(super) fn check_tower(&self, id: BodyId, tower: &FieldGear) -> Result<(), Illegal> {
        if tower.lies != Lies::Standing || tower.side != self.body(id).side || self.wall_before(tower).is_none() {
            return Err(Illegal::NotWithThat);
        }
        // Left by its crew it stands where they brought it; under them it is as good as they are (MM-9.7).
        if tower.body.is_some_and(|crew| !self.crew_works(crew)) {
            return Err(Illegal::CrewIdle);
        }
        if self.men_at_tower(id, tower).is_empty() { Err(Illegal::NotNear) } else { Ok(()) }
    }

    /// As many as find room on its stairs go up in a tower and step onto the wall. A crew that does leaves the tower where
    /// it stands, for those who come after.
    pub(super) fn go_up_in_tower(&mut self, id: BodyId, tower: ThingId, umpire: &mut impl Umpire) {
        let it = self.train.gear[usize::from(tower.0)];
        let Some(wall) = self.wall_before(&it) else { return };
        let most = self.tables.gear.tower.men;
        for man in self.men_at_tower(id, &it).into_iter().take(most) {
            if let Some(place) = self.room_on_walk(man, wall, it.at) {
                let from = self.figure(man).at;
                self.set_down(man, place);
                self.figure_mut(man).facing = Heading::of(it.at.to(place));
                self.train.crossings.push(Crossing { figure: man, from, wall });
            }
        }
        if it.body == Some(id) {
            self.lay_down(tower, umpire.sink());
        }
        self.refresh(id);
        self.tell_moved(id, Gait::Walk, Why::Climb, umpire.sink());
    }

    /// A man wounded on the gangway falls down beside the tower, from as high as the walk (MM-6.3, MM-6.4). He is on it
    /// for the whole turn in which he goes over; the enemy who awaits him fights him at the end of it.
    pub(in crate::rules::man_to_man) fn falls_off_gangway(&mut self, crossing: usize, umpire: &mut impl Umpire) {
        let Crossing { figure: man, from, wall } = self.train.crossings.swap_remove(crossing);
        let height = self.height(wall) * INCH;
        self.lift(man);
        let below = self.room_near(man, from);
        self.set_down(man, below);
        let placed = Placed(man, below, self.figure(man).facing);
        let body = self.figure(man).body;
        let why = Why::Fall;
        umpire.tell(|| Event::Moved { body, gait: Gait::Walk, why, figures: vec![placed] });
        self.falls_from(man, height, FallCause::Gangway, umpire);
    }

    /// A place on the walk of a wall before a tower where a man finds room, within his move.
    fn room_on_walk(&self, man: FigureId, wall: PieceId, tower: Point) -> Option<Point> {
        let line = self.land.ground.pieces[usize::from(wall.0)];
        let (middle, along) = (line.from.half_way(line.to), Heading::of(line.from.to(line.to)));
        let base = self.base(self.figure(man));
        let far = i64::from(self.pace(self.figure(man), Gait::Walk)).pow(2);
        let places = [0, 1, -1, 2, -2, 3, -3].map(|aside| middle.along(along, aside * base));
        let fits = |place: &Point| {
            self.on_field(*place) == *place
                && self.land.at(*place).raised
                && self.figure(man).at.distance_squared(*place) <= far
                && !self.crowded(man, *place)
        };
        let mut places: Vec<Point> = places.into_iter().filter(fits).collect();
        places.sort_by_key(|place| place.distance_squared(tower));
        places.first().copied()
    }
}
