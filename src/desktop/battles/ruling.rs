//! The sheet on which the referee rules otherwise than a line of the aftermath proposes, or adds a line (CP-3.6).

use super::Battles;
use crate::app::battle::Proposal;
use crate::app::muster::Muster;
use crate::campaign::aftermath::{Consequence, Effect};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::ruling;
use crate::desktop::shell::{Shell, words};
use crate::desktop::ui::{AftermathLine, AppWindow, RulingSheet};
use crate::rules::battle::{Fighter, Man, Standard};
use crate::rules::figure::Grade;
use crate::rules::prisoners::{self, ransom};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// What can be ruled of a man, in the order of the sheet.
const KINDS: [&str; 11] = [
    "was killed",
    "was taken",
    "was wounded",
    "is missing",
    "lost his horse",
    "another grade",
    "other arms",
    "took a standard",
    "lost his standard",
    "is set to labour",
    "goes after the beaten with his host",
];
/// How many of [`KINDS`] are fates.
const FATES: usize = 4;
const TAKEN: usize = 1;
const GRADE: usize = 5;
const ARMS: usize = 6;
const TOOK: usize = 7;
const LOST: usize = 8;
const LABOURS: usize = 9;
const PURSUES: usize = 10;
/// What is ruled of a side's gear, and of no man.
const GEAR: usize = 11;

/// A line as the page shows it.
pub(super) fn row(line: &Consequence, muster: &Muster) -> AftermathLine {
    let number = line.man.and_then(|man| muster.fighter(man)).map_or("", |fighter| fighter.number.as_str());
    let why = line.struck.as_deref().or_else(|| line.ruled.as_ref().map(|ruled| ruled.reason.as_str()));
    AftermathLine {
        sentence: line.sentence.as_str().into(),
        clause: line.clause.into(),
        struck: line.struck.is_some(),
        reason: why.unwrap_or_default().into(),
        number: number.into(),
        changes: kind_of(&line.effect)
            .is_some_and(|kind| kind < FATES || kind >= GRADE && !matches!(kind, LABOURS | PURSUES)),
        ruled: line.ruled.is_some(),
    }
}

fn kind_of(effect: &Effect) -> Option<usize> {
    match effect {
        Effect::Dies => Some(0),
        Effect::Captive { .. } => Some(TAKEN),
        Effect::Wounded => Some(2),
        Effect::Missing => Some(3),
        Effect::LosesHorse => Some(4),
        Effect::Grade { .. } => Some(GRADE),
        Effect::Arms { .. } => Some(ARMS),
        Effect::TakesStandard(_) => Some(TOOK),
        Effect::LosesStandard(_) => Some(LOST),
        Effect::Labours => Some(LABOURS),
        Effect::LosesGear { .. } => Some(GEAR),
        Effect::Pursues => Some(PURSUES),
        Effect::Retires => None,
    }
}

/// What the sheet asks to be written for a kind; empty where nothing is.
fn writes(kind: usize) -> &'static str {
    match kind {
        ARMS => "His weapons and protection now",
        TOOK | LOST => "Which standard: army, battle or force",
        GEAR => "How many are gone",
        _ => "",
    }
}

/// What is written of an effect before it is changed.
fn as_written(effect: &Effect) -> String {
    match effect {
        Effect::Arms { protection, weapons } => ruling::arms_in_words(*protection, weapons),
        Effect::TakesStandard(standard) | Effect::LosesStandard(standard) => standard.to_string(),
        Effect::LosesGear { count, .. } => count.to_string(),
        _ => String::new(),
    }
}

fn standard_of(text: &str) -> Result<Standard> {
    text.parse::<Standard>().map_err(|unknown| Problem::bad_input(format!("{unknown}.")))
}

impl Battles {
    pub(super) fn connect_ruling(self: &Rc<Battles>, shell: &Rc<Shell>, window: &AppWindow) {
        let sheet = window.global::<RulingSheet>();
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        sheet.on_edited(move || page.preview_ruling(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        sheet.on_confirmed(move || page.rule(&on));
    }

    /// Opens the sheet on a line, or on a new one.
    pub(super) fn open_ruling(&self, shell: &Rc<Shell>, line: i32) {
        let proposal = self.proposal.borrow();
        let Some(proposal) = &*proposal else { return };
        let at = usize::try_from(line).ok().filter(|at| *at < proposal.lines.len());
        self.ruled.set(at);
        let ruled = at.map(|at| &proposal.lines[at]);
        let fighter = ruled.and_then(|line| line.man).and_then(|man| proposal.muster.fighter(man));
        let kinds = match ruled.and_then(|line| kind_of(&line.effect)) {
            Some(kind) if (GRADE..GEAR).contains(&kind) => &KINDS[kind..=kind],
            Some(GEAR) => &[],
            Some(_) => &KINDS[..FATES],
            None => &KINDS[..],
        };
        let kind = ruled.and_then(|line| kind_of(&line.effect)).filter(|kind| *kind < kinds.len()).unwrap_or(0);
        let (captor, marks) = match ruled.map(|line| &line.effect) {
            Some(Effect::Captive { captor, asked_marks }) => {
                let captor = captor.and_then(|man| proposal.muster.fighter(man)).map(|man| man.number.clone());
                (captor.unwrap_or_default(), *asked_marks)
            }
            _ => (String::new(), fighter.and_then(book_asks)),
        };
        let reason = ruled.and_then(|line| line.ruled.as_ref()).map_or(String::new(), |ruled| ruled.reason.clone());
        shell.with(|window| {
            let sheet = window.global::<RulingSheet>();
            sheet.set_title(match (fighter, ruled) {
                (Some(fighter), _) => format!("What befell {}", fighter.name).into(),
                (None, Some(line)) => {
                    format!("What {} lost of its gear", proposal.muster.plan.hosts[line.side].name).into()
                }
                (None, None) => "What else befell somebody".into(),
            });
            sheet.set_stands(ruled.map_or(SharedString::new(), |line| line.sentence.as_str().into()));
            sheet.set_adds(ruled.is_none());
            sheet.set_number(fighter.map_or(SharedString::new(), |fighter| fighter.number.as_str().into()));
            sheet.set_kinds(words(kinds.iter().copied()));
            sheet.set_kind(kind as i32);
            sheet.set_captor(captor.into());
            sheet.set_marks(marks.map_or(SharedString::new(), |marks| marks.to_string().into()));
            sheet.set_grade(-1);
            sheet.set_written(ruled.map_or(SharedString::new(), |line| as_written(&line.effect).into()));
            sheet.set_reason(reason.into());
            sheet.set_refusal(SharedString::new());
            sheet.set_open(true);
        });
        self.show_grades(shell, fighter, ruled.map(|line| &line.effect));
        show_written(shell, self.kind(shell, proposal), self.written(shell, proposal));
    }

    /// Of which kind the line is that the sheet would make.
    fn kind(&self, shell: &Rc<Shell>, proposal: &Proposal) -> usize {
        let of_line = self.ruled.get().and_then(|at| kind_of(&proposal.lines[at].effect));
        let chosen = shell.with(|window| window.global::<RulingSheet>().get_kind()).unwrap_or(0);
        of_line.filter(|kind| *kind >= GRADE).unwrap_or(usize::try_from(chosen).unwrap_or(0))
    }

    fn show_grades(&self, shell: &Rc<Shell>, fighter: Option<&Fighter>, effect: Option<&Effect>) {
        let grades = fighter.map_or(Vec::new(), |fighter| Grade::offered(fighter.profile.class));
        let now = match effect {
            Some(Effect::Grade { to, .. }) => Some(*to),
            _ => fighter.map(|fighter| fighter.profile.grade),
        };
        let at = now.and_then(|now| grades.iter().position(|grade| *grade == now));
        let texts: Vec<String> = grades.iter().map(ToString::to_string).collect();
        shell.with(|window| {
            let sheet = window.global::<RulingSheet>();
            sheet.set_grade_words(words(texts.iter().map(String::as_str)));
            if sheet.get_grade() < 0 {
                sheet.set_grade(at.map_or(-1, |at| at as i32));
            }
        });
    }

    /// The line as the sheet has it now; nothing while no man is named.
    fn written(&self, shell: &Rc<Shell>, proposal: &Proposal) -> Option<Result<Consequence>> {
        let (number, captor, marks, grade, text, reason) = shell.with(|window| {
            let sheet = window.global::<RulingSheet>();
            (
                sheet.get_number(),
                sheet.get_captor(),
                sheet.get_marks(),
                sheet.get_grade(),
                sheet.get_written(),
                sheet.get_reason(),
            )
        })?;
        let plan = &proposal.muster.plan;
        let at = self.ruled.get();
        let kind = self.kind(shell, proposal);
        if let Some(Consequence { side, effect: Effect::LosesGear { thing, how, .. }, .. }) =
            at.map(|at| &proposal.lines[at])
        {
            let counted = text.trim().parse::<u16>().map_err(|_| {
                Problem::bad_input(format!("“{}” is no number.", text.trim())).hint("Write a whole number.")
            });
            let line = |count| ruling::gear_line(&proposal.lines, at, *side, (count, *thing, *how), &reason, plan);
            return Some(counted.and_then(line));
        }
        if number.trim().is_empty() {
            return None;
        }
        let line = ruling::by_number(plan, &number).and_then(|(fighter, _)| {
            let effect = match kind {
                0 => Effect::Dies,
                TAKEN => Effect::Captive { captor: captor_of(plan, &captor)?, asked_marks: marks_of(&marks)? },
                2 => Effect::Wounded,
                3 => Effect::Missing,
                4 => Effect::LosesHorse,
                ARMS => ruling::arms_written(&text, fighter)?,
                TOOK => Effect::TakesStandard(standard_of(&text)?),
                LOST => Effect::LosesStandard(standard_of(&text)?),
                LABOURS => Effect::Labours,
                PURSUES => Effect::Pursues,
                _ => {
                    let grades = Grade::offered(fighter.profile.class);
                    let to = usize::try_from(grade).ok().and_then(|at| grades.get(at).copied());
                    let (from, to) = (fighter.profile.grade, to.unwrap_or(fighter.profile.grade));
                    Effect::Grade { from, to, reason: ruling::BY_THE_REFEREE }
                }
            };
            ruling::line(&proposal.lines, at, fighter.man, effect, &reason, plan)
        });
        Some(line)
    }

    /// Says what is ruled so far, while it is written.
    fn preview_ruling(&self, shell: &Rc<Shell>) {
        let proposal = self.proposal.borrow();
        let Some(proposal) = &*proposal else { return };
        if self.ruled.get().is_none() {
            let number = shell.with(|window| window.global::<RulingSheet>().get_number()).unwrap_or_default();
            let fighter = ruling::by_number(&proposal.muster.plan, &number).ok().map(|(fighter, _)| fighter);
            let asked = fighter.and_then(book_asks);
            shell.with(|window| {
                let sheet = window.global::<RulingSheet>();
                let who = fighter.map_or("", |fighter| fighter.name.as_str());
                if sheet.get_who() != who {
                    sheet.set_who(who.into());
                    sheet.set_marks(asked.map_or(SharedString::new(), |marks| marks.to_string().into()));
                    sheet.set_grade(-1);
                }
            });
            self.show_grades(shell, fighter, None);
        }
        show_written(shell, self.kind(shell, proposal), self.written(shell, proposal));
    }

    /// Takes the ruling among the lines.
    fn rule(&self, shell: &Rc<Shell>) {
        let written = match &*self.proposal.borrow() {
            Some(proposal) => self.written(shell, proposal),
            None => return,
        };
        let missing =
            || Problem::bad_input("Nobody is named.").hint("Write a man’s number on the rosters, such as B7.");
        match written.unwrap_or_else(|| Err(missing())) {
            Ok(line) => {
                if let Some(proposal) = &mut *self.proposal.borrow_mut() {
                    match self.ruled.get() {
                        Some(at) => proposal.lines[at] = line,
                        None => proposal.lines.insert(0, line),
                    }
                }
                shell.with(|window| window.global::<RulingSheet>().set_open(false));
                self.show_proposal(shell);
            }
            Err(problem) => {
                shell.with(|window| window.global::<RulingSheet>().set_refusal(problem.to_string().into()));
            }
        }
    }
}

/// Shows the line a sheet would make, or nothing of what is not whole yet; which fields it wants follows its kind.
fn show_written(shell: &Rc<Shell>, kind: usize, written: Option<Result<Consequence>>) {
    shell.with(|window| {
        let sheet = window.global::<RulingSheet>();
        sheet.set_takes(kind == TAKEN);
        sheet.set_grades(kind == GRADE);
        sheet.set_writes(writes(kind).into());
        sheet.set_refusal(SharedString::new());
        sheet.set_consequence(match written {
            Some(Ok(line)) => line.sentence.into(),
            Some(Err(problem)) => problem.sentence.into(),
            None => SharedString::new(),
        });
    });
}

/// The ransom the book asks for a man, in marks (MM-8.4).
fn book_asks(fighter: &Fighter) -> Option<i64> {
    ransom::asked(fighter.profile.standing(), prisoners::Tables::book()).map(|asked| asked.value)
}

fn captor_of(plan: &crate::rules::battle::Plan, number: &str) -> Result<Option<Man>> {
    match number.trim() {
        "" => Ok(None),
        number => ruling::by_number(plan, number).map(|(fighter, _)| Some(fighter.man)),
    }
}

fn marks_of(text: &str) -> Result<Option<i64>> {
    match text.trim() {
        "" => Ok(None),
        text => text
            .parse()
            .map(Some)
            .map_err(|_| Problem::bad_input(format!("“{text}” is no sum in marks.")).hint("Write whole marks.")),
    }
}
