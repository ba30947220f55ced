//! What the chronicle tells of, beyond each action's own sentence.

use crate::rules::figure::words;

/// What sort of thing a line of the chronicle tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineKind {
    /// How the campaign stands when it begins.
    Opening,
    /// A truce that ran out.
    War,
    /// An army that came to a place.
    March,
    /// Armies at war in one place (CP-2.2).
    Contact,
    /// A battle in a sentence.
    Battle,
    /// What followed a battle (CP-3.6).
    Aftermath,
    /// A side's income (CP-7.1).
    Income,
    /// Pay, and who deserted for want of it (CP-7.4).
    Pay,
    /// What armies ate, or went without (CP-7.2).
    Rations,
    /// The wounded of a week (CP-2.1).
    Healing,
    /// A man's death.
    Death,
    /// A captive who got away, or has another holder.
    Captive,
    /// An instalment that was not paid (CP-4.3).
    Ransom,
    /// A man whose service is over (CP-5).
    Service,
    /// What happened in a siege (SG-1).
    Siege,
    /// What the referee wrote himself.
    Entry,
    /// A letter, as it was sent.
    Letter,
}
words!(
    LineKind,
    "kind of line",
    "opening, war, march, contact, battle, aftermath, income, pay, rations, healing, death, captive, ransom, service, \
     siege, entry or letter",
    Opening = "opening",
    War = "war",
    March = "march",
    Contact = "contact",
    Battle = "battle",
    Aftermath = "aftermath",
    Income = "income",
    Pay = "pay",
    Rations = "rations",
    Healing = "healing",
    Death = "death",
    Captive = "captive",
    Ransom = "ransom",
    Service = "service",
    Siege = "siege",
    Entry = "entry",
    Letter = "letter"
);
