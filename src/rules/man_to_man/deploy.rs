//! Arraying a host on a ground with lines of its own: foot on the line, shooters on theirs, horse on its flank, clerics
//! behind. Men stand file by file along a line, as many ranks deep as the ground lets them; on a wall walk that is one. A
//! force that comes later stands so along its own edge, on its turn (CP-3.1).

use super::event::{Event, Gait, Placed};

use super::setup::{Arm, arm};
use super::state::*;
use crate::rules::figure::Side;
use crate::rules::game::Sink;
use crate::rules::geometry::{INCH, Point};

/// The space between two bodies, in 64ths of an inch.
const BETWEEN: i32 = 2 * INCH;
/// How much further back a line begins anew when it is full, in 64ths of an inch.
const BEHIND: i32 = 5 * INCH;
/// How often a line begins anew before men stand wherever there is room.
const LINES: i32 = 8;
/// In how many lines one behind the other shooters stand at most: those further back would have no shot past them (MM-4.5).
const LINES_OF_SHOOTERS: i32 = 3;
/// How far behind the line clerics stand, in 64ths of an inch.
const CLERICS: i32 = 12 * INCH;

/// A line of posts: where one stands at a distance along it, and how far back from it.
struct Posts<'a> {
    line: &'a [Point],
    back: i32,
}

impl Posts<'_> {
    fn length(&self) -> i32 {
        self.line.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
    }

    fn at(&self, mut along: i32) -> Option<Point> {
        for ends in self.line.windows(2) {
            let length = ends[0].distance(ends[1]);
            if along <= length {
                return Some(ends[0].toward(ends[1], along));
            }
            along -= length;
        }
        None
    }
}

impl Position {
    /// Arrays one side on its ground's lines.
    pub(super) fn array_on_ground(&mut self, side: Side) {
        let ground = self.land.ground.clone();
        let array = &ground.arrays[side];
        let or_line = |line: &Vec<Point>| if line.is_empty() { array.line.clone() } else { line.clone() };
        let mut groups: [Vec<(bool, BodyId)>; 4] = Default::default();
        for id in self.body_ids().filter(|&id| self.body(id).side == side && !self.is_to_come(id)) {
            let arm = arm(&self.figures[self.body(id).indices()]);
            groups[arm as usize].push((self.body(id).single, id));
        }
        // Shooters for whom there is no room on a line of their own stand with the foot.
        let shooters: Vec<BodyId> = groups[Arm::Shooters as usize].iter().map(|&(_, id)| id).collect();
        let room = |line: &Vec<Point>| {
            let posts = Posts { line, back: 0 };
            self.width(&shooters, &posts) <= LINES_OF_SHOOTERS * posts.length()
        };
        let own = [or_line(&array.archers), array.many_archers.clone()].into_iter().find(room);
        if own.is_none() {
            let all = std::mem::take(&mut groups[Arm::Shooters as usize]);
            groups[Arm::Foot as usize].extend(all);
        }
        let archers = own.unwrap_or_default();
        for (n, arm) in [Arm::Foot, Arm::Shooters, Arm::Horse, Arm::Clerics].into_iter().enumerate() {
            let line = match arm {
                Arm::Foot | Arm::Clerics => array.line.clone(),
                Arm::Shooters => archers.clone(),
                Arm::Horse => or_line(&array.horse),
            };
            let back = if arm == Arm::Clerics { CLERICS } else { 0 };
            groups[n].sort_unstable();
            let bodies: Vec<BodyId> = groups[n].iter().map(|&(_, id)| id).collect();
            self.post(&bodies, &Posts { line: &line, back });
        }
    }

    /// How much of a line bodies take up beside each other, with the space between them.
    fn width(&self, bodies: &[BodyId], posts: &Posts<'_>) -> i32 {
        let files = |id: BodyId| i32::from(self.body(id).count.div_ceil(self.ranks_along(id, posts)));
        bodies.iter().map(|&id| files(id) * self.spacing(id) + BETWEEN).sum()
    }

    /// Posts bodies along a line, in the middle of it if they do not fill it.
    fn post(&mut self, bodies: &[BodyId], posts: &Posts<'_>) {
        let whole = self.width(bodies, posts);
        let mut along = ((posts.length() - whole + BETWEEN) / 2).max(0);
        let mut back = posts.back;
        for &id in bodies {
            let spacing = self.spacing(id);
            let ranks = i32::from(self.body(id).count.div_ceil(self.body(id).files));
            let mut men: Vec<FigureId> = self.men_of(id).collect();
            men.reverse();
            let mut lines = 0;
            while !men.is_empty() && lines < LINES {
                let Some(post) = posts.at(along) else {
                    along = 0;
                    back += BEHIND;
                    lines += 1;
                    continue;
                };
                self.file(&mut men, id, post, back, ranks);
                along += spacing;
            }
            for man in men {
                self.anywhere(man, posts.at(posts.length() / 2).unwrap_or_default());
            }
            along += BETWEEN;
        }
    }

    /// How many ranks of a body stand behind the middle of a line: on a wall walk one.
    fn ranks_along(&self, id: BodyId, posts: &Posts<'_>) -> u16 {
        let (behind, body) = (Position::home(self.body(id).side), self.body(id));
        let middle = posts.at(posts.length() / 2).unwrap_or_default();
        let first = self.on_field(middle.along(behind, posts.back));
        let man = FigureId(body.indices().start as u16);
        let whole = body.count.div_ceil(body.files);
        let fit = (1..whole).take_while(|&rank| {
            let place = self.on_field(first.along(behind, i32::from(rank) * self.spacing(id)));
            self.may_stand(man, place) && !self.land.parts(first, place)
        });
        1 + fit.count() as u16
    }

    /// Brings the forces of this turn onto the field at their own edges, in march (CP-3.1).
    pub(super) fn bring_on(&mut self, sink: &mut impl Sink<Event>) {
        for force in (0..self.forces.len() as u16).map(ForceId) {
            if self.forces[usize::from(force.0)].arrives != self.turn {
                continue;
            }
            let bodies: Vec<BodyId> = self.body_ids().filter(|&id| self.body(id).force == force).collect();
            for &id in &bodies {
                for n in self.body(id).indices() {
                    self.figures[n].state = State::Standing;
                }
            }
            let line = self.own_edge(self.forces[usize::from(force.0)].side, &bodies);
            self.post(&bodies, &Posts { line: &line, back: 0 });
            let mut figures = Vec::new();
            for &id in &bodies {
                self.refresh(id);
                // Who comes onto the field has been marching (MM-3.3).
                self.body_mut(id).last_gait = Gait::Walk;
                for man in self.men_of(id) {
                    let figure = self.figure_mut(man);
                    figure.turn.from = figure.at;
                    figures.push(Placed(man, figure.at, figure.facing));
                }
            }
            sink.tell(|| Event::CameOn { force, figures });
        }
    }

    /// A line along a side's own edge, so far in that the bodies find room behind it.
    fn own_edge(&self, side: Side, bodies: &[BodyId]) -> [Point; 2] {
        let deep = |&id: &BodyId| i32::from(self.body(id).count.div_ceil(self.body(id).files)) * self.spacing(id);
        let room = bodies.iter().map(deep).max().unwrap_or(0);
        let ground = &self.land.ground;
        let (home, middle) = (Position::home(side), Point::new(ground.width / 2, ground.depth / 2));
        let front = self.on_field(middle.along(home, ground.depth)).along(home.back(), room);
        [Point::new(2 * INCH, front.y), Point::new(ground.width - 2 * INCH, front.y)]
    }

    /// Sets men one behind the other from a post backwards, as far as the ground goes on.
    fn file(&mut self, men: &mut Vec<FigureId>, id: BodyId, post: Point, back: i32, ranks: i32) {
        let behind = Position::home(self.body(id).side);
        let spacing = self.spacing(id);
        let first = self.on_field(post.along(behind, back));
        for rank in 0..ranks {
            let Some(&man) = men.last() else { return };
            let place = self.on_field(first.along(behind, rank * spacing));
            if self.crowded(man, place) || !self.may_stand(man, place) || self.land.parts(first, place) {
                return;
            }
            men.pop();
            self.take_post(man, place);
        }
    }

    /// Sets a man on the nearest free place about another.
    fn anywhere(&mut self, man: FigureId, about: Point) {
        for ring in 0..120 {
            for step in -ring..=ring {
                let (far, aside) = (ring * INCH, step * INCH);
                for (x, y) in [(far, aside), (-far, aside), (aside, far), (aside, -far)] {
                    let place = Point::new(about.x + x, about.y + y);
                    let there = self.on_field(place) == place;
                    if there && self.may_stand(man, place) && !self.crowded(man, place) {
                        self.take_post(man, place);
                        return;
                    }
                }
            }
        }
    }

    fn take_post(&mut self, man: FigureId, place: Point) {
        let facing = Position::home(self.figure(man).side.other());
        self.set_down(man, place);
        self.figure_mut(man).facing = facing;
    }
}
