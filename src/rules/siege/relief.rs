//! Relief: besieging the besiegers (SG-4).

use super::Illegal;
use super::event::{Event, Lost};
use super::state::{Ending, Host, Park, Siege};
use crate::rules::dice::Dice;
use crate::rules::figure::Side;
use crate::rules::game::Sink;
use serde::{Deserialize, Serialize};

/// What besiegers do when a relief army has come (SG-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Give battle with everything, and leave what they hold (SG-4.1).
    Battle,
    /// Give battle with so many men, and go on inside with the rest (SG-4.2).
    Part(u32),
    /// Refuse, and shut themselves in what they hold (SG-4.3).
    ShutIn,
    /// Lift the siege: only those who hold no part (SG-4).
    Lift,
}

impl Siege {
    pub(super) fn check_choice(&self, choice: Choice) -> Result<(), Illegal> {
        let holds = self.won > 0;
        match choice {
            Choice::Battle => Ok(()),
            Choice::Part(_) | Choice::ShutIn if !holds => Err(Illegal::HoldNothing),
            Choice::Part(men) if men == 0 || men >= self.hosts.attacker.able => Err(Illegal::NoPart),
            Choice::Part(_) | Choice::ShutIn => Ok(()),
            Choice::Lift if holds => Err(Illegal::NotNow),
            Choice::Lift => Ok(()),
        }
    }

    /// What follows from the besiegers' choice (SG-4).
    pub(super) fn meet<D: Dice, S: Sink<Event>>(&mut self, choice: Choice, dice: &mut D, sink: &mut S) {
        let Some(relief) = self.relief else { return };
        match choice {
            Choice::Lift => self.end(Ending::Lifted, sink),
            Choice::Battle => {
                // The garrison has the whole place again (SG-4.1).
                self.won = 0;
                if self.field_battle(self.hosts.attacker.able, relief, dice, sink) {
                    self.take_initiative(None, dice, sink);
                } else {
                    self.end(Ending::Relieved, sink);
                }
            }
            Choice::Part(men) => {
                self.apart = Some(men);
                // The besieged have the initiative for the first day (SG-4.2).
                self.take_initiative(Some(Side::Defender), dice, sink);
            }
            Choice::ShutIn => {
                self.shut_in_with_relief(sink);
                self.take_initiative(None, dice, sink);
            }
        }
    }

    /// The battle fought beside the day's fighting inside (SG-4.2); if it is lost, those left inside are shut in.
    pub(super) fn battle_outside<D: Dice, S: Sink<Event>>(&mut self, dice: &mut D, sink: &mut S) {
        let (Some(men), Some(relief)) = (self.apart.take(), self.relief) else { return };
        let before = self.hosts.attacker.able;
        if self.field_battle(men, relief, dice, sink) {
            return;
        }
        // What is left of the part that lost is driven off.
        let lost = before - self.hosts.attacker.able;
        self.hosts.attacker.suffers(Lost { deserted: men.saturating_sub(lost), ..Lost::default() });
        if self.won == 0 {
            return self.end(Ending::Relieved, sink);
        }
        self.shut_in_with_relief(sink);
    }

    /// The relief that besieged the besiegers goes away, and the roles turn back (SG-4.3): what it had begun is given up.
    /// `last` is the last day on which it was there.
    pub(super) fn relief_goes<S: Sink<Event>>(&mut self, last: u32, sink: &mut S) {
        self.eats_through(last, sink);
        self.outside = None;
        self.parks.defender = Park::default();
        self.shut_in = false;
        // What it had won of the outer lines nobody holds against them any more.
        self.outer_lost = 0;
        self.building = None;
        self.mine = None;
    }

    /// The besiegers shut themselves in what they hold, and the roles turn over (SG-4.3): garrison and relief besiege them.
    fn shut_in_with_relief<S: Sink<Event>>(&mut self, sink: &mut S) {
        let through = if self.day_over { self.day } else { self.day - 1 };
        let foraged = self.eats_through(through, sink);
        if let Some(relief) = self.relief.take() {
            self.outside = Some(Host { foraged, ..relief.host });
            self.parks.defender = relief.park;
        }
        self.shut_in = true;
        self.building = None;
        self.mine = None;
        sink.tell(|| Event::ShutIn);
    }
}
