//! The story of a game at its table, a sentence for an event or for several that are alike.

use super::{Sitting, TablePage};
use crate::desktop::shell::count;
use crate::desktop::ui::CordSentence;
use slint::{Model as _, VecModel};

/// Shows the story as far as it is known; only what came to it is put into the list. Gives the place of the sentence that the
/// moment shown is told by.
pub fn tell_story<P: TablePage>(sitting: &Sitting<P>, list: &VecModel<CordSentence>) -> i32 {
    let Some(table) = sitting.table() else { return -1 };
    let row = |at: usize| list.row_data(at).map_or(0, |row| usize::try_from(row.told).unwrap_or(0));
    let wanted = table.told_by(sitting.known);
    // What was taken back is not told, and the last sentence may sum up more than it did.
    while list.row_count() > 0 && row(list.row_count() - 1) > wanted {
        list.remove(list.row_count() - 1);
    }
    if list.row_count() > 0 && row(list.row_count() - 1) < wanted {
        list.remove(list.row_count() - 1);
    }
    let (mut at, mut end) = (list.row_count().checked_sub(1).map_or(0, row), 0);
    while at < wanted {
        let events = &table.played().events()[at..wanted];
        let (count_told, line) = match table.summed(events) {
            Some((many, line)) if many > 1 => (many, Some(line)),
            _ => (1, events.first().and_then(|event| table.line(event))),
        };
        at += count_told;
        while table.told_by(end) < at {
            // Whatever was told already is passed over in one step.
            end += 1;
        }
        let (text, heading) = line.map_or_else(Default::default, |line| (line.full(), line.heading));
        list.push(CordSentence { text: text.into(), heading, end: count(end), told: count(at) });
    }
    let seen = table.told_by(sitting.at());
    let (mut low, mut high) = (0, list.row_count());
    while low < high {
        let middle = (low + high) / 2;
        if row(middle) < seen { low = middle + 1 } else { high = middle }
    }
    if seen == 0 { -1 } else { count(low) }
}
