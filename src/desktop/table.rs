//! The rows behind a table: their order, their filters and their selection. The window draws only the rows in sight and
//! asks for them one by one, so ten thousand rows cost what thirty do; sorting and filtering reorder numbers, never rows.

pub use super::cells::{CellData, CellPool, ColumnHeading};
use super::settings::ListLeft;
use super::shell::words;
pub use super::ui::Tone;
use super::ui::{Cell, Column, Sorting, TableInfo, TableRow};
use crate::app::people;
use crate::campaign::filters::{ColumnFilter, SavedFilter};
use crate::rules::house::thousands;
use crate::rules::telling::counted;
use crate::store::journal::fold;
use slint::{Model, ModelNotify, ModelRc, ModelTracker, SharedString, VecModel};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// One row: the id of what it stands for, and its cells.
#[derive(Clone, Debug)]
pub struct RowData {
    /// Id of the person, captive, action … it stands for.
    pub id: i64,
    /// One cell a column.
    pub cells: Vec<CellData>,
}

struct Inner {
    rows: Vec<RowData>,
    order: Vec<usize>,
    selected: BTreeSet<i64>,
    current: usize,
    anchor: usize,
    sort: Option<(usize, bool)>,
    filters: Vec<String>,
    drawn: BTreeMap<usize, ModelRc<Cell>>,
    /// The row last chosen by the program, which the window brings into sight.
    reveal: Option<usize>,
    /// The letters of a name typed so far, and when the last of them was.
    sought: String,
    sought_at: Option<Instant>,
    /// The columns that are not shown.
    hidden: BTreeSet<usize>,
    /// The filters saved for the list, and their names as the bar lists them.
    saved: Vec<SavedFilter>,
    saved_names: ModelRc<SharedString>,
}

type Publish = Box<dyn Fn(TableInfo)>;
type Heard = Box<dyn Fn()>;
type HeardRow = Rc<dyn Fn(i64)>;
type HeardLetter = Rc<dyn Fn(&str) -> bool>;
type HeardIndex = Rc<dyn Fn(usize)>;

/// A table's rows, as the window's model.
pub struct Table {
    headings: &'static [ColumnHeading],
    columns: Rc<VecModel<Column>>,
    inner: RefCell<Inner>,
    notify: ModelNotify,
    publish: RefCell<Option<Publish>>,
    selected: RefCell<Option<Rc<dyn Fn()>>>,
    opened: RefCell<Option<HeardRow>>,
    menu: RefCell<Option<HeardIndex>>,
    typed: RefCell<Option<HeardLetter>>,
    left: RefCell<Option<Heard>>,
}

/// Width of a character of the body type in logical pixels, and of a cell's padding with room for the sort mark.
const CHARACTER: f32 = 7.0;
const PADDING: f32 = 24.0;

/// How long after a letter the next is of the same word.
pub(super) const PATIENCE: Duration = Duration::from_millis(1200);

impl Table {
    /// An empty table with these columns.
    pub fn new(headings: &'static [ColumnHeading]) -> Rc<Table> {
        let columns = headings.iter().map(|heading| Column {
            title: heading.title.into(),
            width: heading.least as f32 * CHARACTER + PADDING,
            gives: 0.0,
            numeric: heading.numeric,
            serif: heading.serif,
            sort: Sorting::Unsorted,
            filter: SharedString::new(),
        });
        Rc::new(Table {
            headings,
            columns: Rc::new(columns.collect::<VecModel<_>>()),
            inner: RefCell::new(Inner {
                rows: Vec::new(),
                order: Vec::new(),
                selected: BTreeSet::new(),
                current: 0,
                anchor: 0,
                sort: None,
                filters: vec![String::new(); headings.len()],
                drawn: BTreeMap::new(),
                reveal: None,
                sought: String::new(),
                sought_at: None,
                hidden: BTreeSet::new(),
                saved: Vec::new(),
                saved_names: ModelRc::default(),
            }),
            notify: ModelNotify::default(),
            publish: RefCell::default(),
            selected: RefCell::default(),
            opened: RefCell::default(),
            menu: RefCell::default(),
            typed: RefCell::default(),
            left: RefCell::default(),
        })
    }

    /// The columns, for the window to show.
    pub fn columns(&self) -> ModelRc<Column> {
        ModelRc::from(Rc::clone(&self.columns) as Rc<dyn Model<Data = Column>>)
    }

    /// Hears each time what the table says of itself changes.
    pub fn on_publish(&self, publish: impl Fn(TableInfo) + 'static) {
        publish(self.info());
        *self.publish.borrow_mut() = Some(Box::new(publish));
    }

    /// Hears each time the selection changes.
    pub fn on_selected(&self, heard: impl Fn() + 'static) {
        *self.selected.borrow_mut() = Some(Rc::new(heard));
    }

    /// Hears when a row is opened by Return or a double click, with its id.
    pub fn on_opened(&self, heard: impl Fn(i64) + 'static) {
        *self.opened.borrow_mut() = Some(Rc::new(heard));
    }

    /// Hears which of the table's menu is chosen for what is selected.
    pub fn on_menu(&self, heard: impl Fn(usize) + 'static) {
        *self.menu.borrow_mut() = Some(Rc::new(heard));
    }

    /// Hears letters typed on the table, and answers whether they mean something.
    pub fn on_typed(&self, heard: impl Fn(&str) -> bool + 'static) {
        *self.typed.borrow_mut() = Some(Rc::new(heard));
    }

    /// One of the menu was chosen.
    pub fn choose_of_menu(&self, index: usize) {
        let heard = self.menu.borrow().clone();
        if let Some(heard) = heard {
            heard(index);
        }
    }

    /// A letter was typed: it means what the page has it mean, else it seeks a row by its name. Whether it meant anything.
    pub fn typed(&self, letter: &str) -> bool {
        let heard = self.typed.borrow().clone();
        match heard {
            Some(heard) => heard(letter),
            // A space is of a name that is being typed, and else marks the row.
            None => super::is_letter(letter) && (letter != " " || self.is_sought()) && self.seek(letter),
        }
    }

    /// Whether a name is being typed.
    fn is_sought(&self) -> bool {
        self.inner.borrow().sought_at.is_some_and(|at| at.elapsed() <= PATIENCE)
    }

    /// Goes to the next row whose name begins with what was typed: letters that come quickly one after the other are one
    /// word.
    fn seek(&self, letter: &str) -> bool {
        let Some(column) = self.headings.iter().position(|heading| heading.serif) else { return false };
        let sought = self.is_sought();
        let (wanted, names, current) = {
            let inner = &mut *self.inner.borrow_mut();
            if !sought {
                inner.sought.clear();
            }
            inner.sought.push_str(letter);
            inner.sought_at = Some(Instant::now());
            // With nothing chosen the first row is one of those to be found.
            let last = inner.order.len().saturating_sub(1);
            let current = if inner.selected.is_empty() { last } else { inner.current };
            let names: Vec<String> = inner.order.iter().map(|&at| fold(inner.rows[at].cells[column].words())).collect();
            (fold(&inner.sought), names, current)
        };
        let found = super::next_match(&names, &wanted, current);
        if let Some(row) = found {
            self.click(row, false, false);
        }
        found.is_some()
    }

    /// Hears when sort or filters change.
    pub fn on_left(&self, heard: impl Fn() + 'static) {
        *self.left.borrow_mut() = Some(Box::new(heard));
    }

    /// Puts other rows in; the selection keeps what is still there.
    pub fn set_rows(&self, rows: Vec<RowData>) {
        self.fit(&rows);
        let current = self.current_id();
        {
            let mut inner = self.inner.borrow_mut();
            let here: BTreeSet<i64> = rows.iter().map(|row| row.id).collect();
            inner.selected.retain(|id| here.contains(id));
            inner.rows = rows;
        }
        self.arrange(current);
    }

    /// The row that has the keyboard, by its id.
    fn current_id(&self) -> Option<i64> {
        let inner = self.inner.borrow();
        inner.order.get(inner.current).and_then(|&at| inner.rows.get(at)).map(|row| row.id)
    }

    /// Columns fit their longest value, within their limits; where there is little room, the one with most to give gives of it.
    fn fit(&self, rows: &[RowData]) {
        let hidden = self.inner.borrow().hidden.clone();
        let shown = self.headings.iter().enumerate().map(|(index, heading)| {
            let longest = rows.iter().map(|row| row.cells[index].words().chars().count()).max().unwrap_or(0);
            let wide = longest.max(heading.title.chars().count()).clamp(heading.least, heading.most);
            if hidden.contains(&index) { None } else { Some((wide, heading.gives(wide))) }
        });
        let shown: Vec<Option<(usize, usize)>> = shown.collect();
        let giver = (0..shown.len()).rev().max_by_key(|&index| shown[index].map(|(_, gives)| gives));
        for (index, shown) in shown.into_iter().enumerate() {
            let shield = rows.iter().any(|row| row.cells[index].has_shield());
            let width = |wide| wide as f32 * CHARACTER + PADDING + if shield { 22.0 } else { 0.0 };
            let gives = shown.filter(|_| giver == Some(index)).map_or(0.0, |(_, gives)| gives as f32 * CHARACTER);
            let width = shown.map_or(0.0, |(wide, _)| width(wide));
            if let Some(mut column) = self.columns.row_data(index)
                && (column.width, column.gives) != (width, gives)
            {
                (column.width, column.gives) = (width, gives);
                self.columns.set_row_data(index, column);
            }
        }
    }

    /// Orders and filters the rows anew. The keyboard stays on the row that has it, or goes to one that is chosen.
    fn arrange(&self, current: Option<i64>) {
        {
            let inner = &mut *self.inner.borrow_mut();
            let filters: Vec<(usize, ColumnFilter)> = inner
                .filters
                .iter()
                .enumerate()
                .filter(|(_, text)| !text.trim().is_empty())
                .map(|(column, text)| (column, ColumnFilter::of(text)))
                .collect();
            let fits = |row: &RowData| filters.iter().all(|(column, filter)| filter.fits(&row.cells[*column].told()));
            let mut order: Vec<usize> = (0..inner.rows.len()).filter(|&at| fits(&inner.rows[at])).collect();
            if let Some((column, falling)) = inner.sort {
                let key = |at: usize| inner.rows[at].cells[column].sort_key();
                match falling {
                    true => order.sort_by_cached_key(|&at| Reverse(key(at))),
                    false => order.sort_by_cached_key(|&at| key(at)),
                }
            }
            let place = |id: i64| order.iter().position(|&at| inner.rows[at].id == id);
            let chosen = || order.iter().position(|&at| inner.selected.contains(&inner.rows[at].id));
            inner.current = current.and_then(place).or_else(chosen).unwrap_or(0);
            inner.anchor = inner.current;
            inner.order = order;
            inner.reveal = None;
            inner.drawn.clear();
        }
        self.notify.reset();
        self.tell();
    }

    fn info(&self) -> TableInfo {
        let inner = self.inner.borrow();
        TableInfo {
            total: self.columns.iter().map(|column| column.width).sum(),
            gives: self.columns.iter().map(|column| column.gives).sum(),
            shown: count(inner.order.len()),
            all: count(inner.rows.len()),
            selected: count(inner.order.iter().filter(|&&at| inner.selected.contains(&inner.rows[at].id)).count()),
            filtered: inner.order.len() != inner.rows.len(),
            counted: match (inner.order.len(), inner.rows.len()) {
                (shown, all) if shown != all => format!("{} of {}", thousands(shown as u64), thousands(all as u64)),
                (_, all) => counted(all as u32, "row", "rows"),
            }
            .into(),
            reveal: inner.reveal.map_or(-1, count),
            saved: inner.saved_names.clone(),
        }
    }

    fn tell(&self) {
        let info = self.info();
        if let Some(publish) = &*self.publish.borrow() {
            publish(info);
        }
    }

    fn selection_changed(&self) {
        self.tell();
        let heard = self.selected.borrow().clone();
        if let Some(heard) = heard {
            heard();
        }
    }

    /// Sorts by a column: rising, falling, then as the rows came.
    pub fn sort(&self, column: usize) {
        if column >= self.headings.len() {
            return;
        }
        let sort = match self.inner.borrow().sort {
            Some((sorted, false)) if sorted == column => Some((column, true)),
            Some((sorted, true)) if sorted == column => None,
            _ => Some((column, false)),
        };
        self.set_sort(sort);
        // What is chosen stays in sight.
        let at = self.inner.borrow().current;
        if !self.inner.borrow().selected.is_empty() {
            self.inner.borrow_mut().reveal = Some(at);
        }
        self.tell();
        if let Some(left) = &*self.left.borrow() {
            left();
        }
    }

    fn set_sort(&self, sort: Option<(usize, bool)>) {
        self.inner.borrow_mut().sort = sort;
        for at in 0..self.columns.row_count() {
            if let Some(mut column) = self.columns.row_data(at) {
                column.sort = match sort {
                    Some((sorted, true)) if sorted == at => Sorting::Falling,
                    Some((sorted, false)) if sorted == at => Sorting::Rising,
                    _ => Sorting::Unsorted,
                };
                self.columns.set_row_data(at, column);
            }
        }
        self.arrange(self.current_id());
    }

    /// Narrows the rows to those whose cell in a column fits. What is hidden so is not acted upon, and is selected again
    /// when it shows.
    pub fn filter(&self, column: usize, text: &str) {
        let before = self.selection();
        if let Some(filter) = self.inner.borrow_mut().filters.get_mut(column) {
            text.clone_into(filter);
        }
        if let Some(mut shown) = self.columns.row_data(column) {
            shown.filter = text.into();
            self.columns.set_row_data(column, shown);
        }
        self.arrange(self.current_id());
        if let Some(left) = &*self.left.borrow() {
            left();
        }
        if self.selection() != before {
            self.selection_changed();
        }
    }

    /// Takes every filter away.
    pub fn clear_filters(&self) {
        for column in 0..self.headings.len() {
            self.filter(column, "");
        }
    }

    /// The filters saved for the list, which its bar offers.
    pub fn set_saved(&self, saved: Vec<SavedFilter>) {
        if self.inner.borrow().saved != saved {
            {
                let mut inner = self.inner.borrow_mut();
                inner.saved_names = words(saved.iter().map(|saved| saved.name.as_str()));
                inner.saved = saved;
            }
            self.tell();
        }
    }

    /// A saved filter, as the bar lists it.
    pub fn saved(&self, at: usize) -> Option<SavedFilter> {
        self.inner.borrow().saved.get(at).cloned()
    }

    /// How the table is filtered, sorted and shown, under a name to be saved by.
    pub fn as_saved(&self, list: &str, name: &str) -> SavedFilter {
        let inner = self.inner.borrow();
        let title = |column: usize| self.headings[column].title.to_owned();
        let typed = inner.filters.iter().enumerate().filter(|(_, text)| !text.trim().is_empty());
        SavedFilter {
            list: list.to_owned(),
            name: name.trim().to_owned(),
            filters: typed.map(|(column, text)| (title(column), text.trim().to_owned())).collect(),
            sort: inner.sort.map(|(column, falls)| (title(column), falls)),
            hidden: inner.hidden.iter().map(|column| title(*column)).collect(),
        }
    }

    /// Filters, sorts and shows the table as a saved filter has it. A column of a title there is no more is passed over.
    pub fn apply(&self, saved: &SavedFilter) {
        let column = |title: &str| self.headings.iter().position(|heading| heading.title == title);
        let mut filters = vec![String::new(); self.headings.len()];
        for (title, text) in &saved.filters {
            if let Some(at) = column(title) {
                filters[at].clone_from(text);
            }
        }
        let sort = saved.sort.as_ref().and_then(|(title, falls)| Some((column(title)?, *falls)));
        let before = self.selection();
        self.restore(&ListLeft {
            column: sort.map(|(column, _)| column),
            falling: sort.is_some_and(|(_, falls)| falls),
            filters,
            hidden: saved.hidden.iter().filter_map(|title| column(title)).collect(),
            columns: Vec::new(),
        });
        let rows = std::mem::take(&mut self.inner.borrow_mut().rows);
        self.set_rows(rows);
        if let Some(left) = &*self.left.borrow() {
            left();
        }
        if self.selection() != before {
            self.selection_changed();
        }
    }

    /// How the table is sorted and filtered, to be remembered.
    pub fn left(&self) -> ListLeft {
        let inner = self.inner.borrow();
        ListLeft {
            column: inner.sort.map(|(column, _)| column),
            falling: inner.sort.is_some_and(|(_, falling)| falling),
            filters: inner.filters.clone(),
            hidden: inner.hidden.iter().copied().collect(),
            columns: self.headings.iter().map(|heading| heading.title.to_owned()).collect(),
        }
    }

    /// Shows a column or hides it; the first always shows. What is hidden filters nothing.
    pub fn show_column(&self, column: usize, shown: bool) {
        if column == 0 || column >= self.headings.len() {
            return;
        }
        {
            let mut inner = self.inner.borrow_mut();
            match shown {
                true => inner.hidden.remove(&column),
                false => inner.hidden.insert(column),
            };
        }
        if !shown {
            self.filter(column, "");
        }
        let rows = std::mem::take(&mut self.inner.borrow_mut().rows);
        self.set_rows(rows);
        if let Some(left) = &*self.left.borrow() {
            left();
        }
    }

    /// The columns' titles, and whether each is shown.
    pub fn titles(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let hidden = self.inner.borrow().hidden.clone();
        self.headings.iter().enumerate().map(move |(at, heading)| (heading.title, !hidden.contains(&at)))
    }

    /// What is shown as CSV: its columns, its rows in their order, as the filters leave them.
    pub fn as_csv(&self) -> String {
        let shown: Vec<bool> = self.titles().map(|(_, shown)| shown).collect();
        let inner = self.inner.borrow();
        let titles = self.titles().filter(|(_, shown)| *shown).map(|(title, _)| title.to_lowercase()).collect();
        let rows = inner.order.iter().map(|&at| {
            let cells = inner.rows[at].cells.iter().zip(&shown).filter(|(_, shown)| **shown);
            cells.map(|(cell, _)| cell.words().to_string()).collect()
        });
        people::as_csv(std::iter::once(titles).chain(rows))
    }

    /// Sorts and filters it as it was left, if it had the same columns then.
    pub fn restore(&self, left: &ListLeft) {
        let same = left.columns.iter().map(String::as_str).eq(self.headings.iter().map(|heading| heading.title));
        if !left.columns.is_empty() && !same {
            return;
        }
        let hidden = left.hidden.iter().copied().filter(|&column| column > 0 && column < self.headings.len());
        self.inner.borrow_mut().hidden = hidden.collect();
        for (column, text) in left.filters.iter().enumerate().take(self.headings.len()) {
            text.clone_into(&mut self.inner.borrow_mut().filters[column]);
            if let Some(mut shown) = self.columns.row_data(column) {
                shown.filter = text.as_str().into();
                self.columns.set_row_data(column, shown);
            }
        }
        let sort = left.column.filter(|&column| column < self.headings.len()).map(|column| (column, left.falling));
        self.set_sort(sort);
    }

    /// A click on a row: alone, with Shift (from the last one to here) or with Ctrl (this one too, or not).
    pub fn click(&self, row: usize, extend: bool, toggle: bool) {
        {
            let inner = &mut *self.inner.borrow_mut();
            let Some(&at) = inner.order.get(row) else { return };
            let id = inner.rows[at].id;
            inner.current = row;
            if extend {
                inner.select_to(row);
            } else if toggle {
                if !inner.selected.remove(&id) {
                    inner.selected.insert(id);
                }
                inner.anchor = row;
            } else {
                inner.selected = BTreeSet::from([id]);
                inner.anchor = row;
            }
        }
        self.notify_all();
        self.selection_changed();
    }

    /// Moves the current row, and the selection with it; the new current row, or -1 in an empty table.
    pub fn step(&self, rows: i32, extend: bool) -> i32 {
        let row = {
            let inner = self.inner.borrow();
            let Some(last) = inner.order.len().checked_sub(1) else { return -1 };
            let none = inner.selected.is_empty() && inner.current == 0 && rows.abs() == 1;
            let wanted = if none { 0 } else { inner.current as i64 + i64::from(rows) };
            usize::try_from(wanted.max(0)).unwrap_or(0).min(last)
        };
        self.click(row, extend, false);
        count(row)
    }

    /// Selects every row that shows.
    pub fn select_all(&self) {
        {
            let inner = &mut *self.inner.borrow_mut();
            inner.selected = inner.order.iter().map(|&at| inner.rows[at].id).collect();
        }
        self.notify_all();
        self.selection_changed();
    }

    /// Selects nothing; whether anything was.
    pub fn clear(&self) -> bool {
        let had = !std::mem::take(&mut self.inner.borrow_mut().selected).is_empty();
        if had {
            self.notify_all();
            self.selection_changed();
        }
        had
    }

    /// Selects one row by its id and makes it current.
    pub fn choose(&self, id: i64) {
        let row = {
            let inner = self.inner.borrow();
            inner.order.iter().position(|&at| inner.rows[at].id == id)
        };
        if let Some(row) = row {
            self.inner.borrow_mut().reveal = Some(row);
            self.click(row, false, false);
        }
    }

    /// Opens a row.
    pub fn open(&self, row: usize) {
        let id = {
            let inner = self.inner.borrow();
            inner.order.get(row).map(|&at| inner.rows[at].id)
        };
        let heard = self.opened.borrow().clone();
        if let (Some(id), Some(heard)) = (id, heard) {
            heard(id);
        }
    }

    /// The ids selected of the rows that show, in the order the rows came in.
    pub fn selection(&self) -> Vec<i64> {
        let inner = self.inner.borrow();
        let mut chosen: Vec<usize> =
            inner.order.iter().copied().filter(|&at| inner.selected.contains(&inner.rows[at].id)).collect();
        chosen.sort_unstable();
        chosen.into_iter().map(|at| inner.rows[at].id).collect()
    }

    /// The current row, or -1 in an empty table.
    pub fn current(&self) -> i32 {
        let inner = self.inner.borrow();
        if inner.order.is_empty() { -1 } else { count(inner.current) }
    }

    fn notify_all(&self) {
        let rows = self.inner.borrow().order.len();
        // Only rows in sight are asked for again.
        for row in 0..rows {
            self.notify.row_changed(row);
        }
    }
}

impl Inner {
    fn select_to(&mut self, row: usize) {
        let (from, to) = (self.anchor.min(row), self.anchor.max(row));
        self.selected = self.order[from..=to].iter().map(|&at| self.rows[at].id).collect();
    }
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

impl Model for Table {
    type Data = TableRow;

    fn row_count(&self) -> usize {
        self.inner.borrow().order.len()
    }

    fn row_data(&self, row: usize) -> Option<TableRow> {
        let inner = &mut *self.inner.borrow_mut();
        let &at = inner.order.get(row)?;
        let data = &inner.rows[at];
        if inner.drawn.len() > 2000 {
            inner.drawn.clear();
        }
        let cells = inner.drawn.entry(at).or_insert_with(|| {
            let cells = data.cells.iter().map(CellData::drawn);
            ModelRc::new(cells.collect::<VecModel<_>>())
        });
        Some(TableRow {
            label: data.cells[0].words().into(),
            cells: cells.clone(),
            selected: inner.selected.contains(&data.id),
            current: inner.current == row,
        })
    }

    fn model_tracker(&self) -> &dyn ModelTracker {
        &self.notify
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADINGS: &[ColumnHeading] = &[ColumnHeading::names("Name", 8, 30), ColumnHeading::numbers("Points")];

    fn table() -> Rc<Table> {
        let table = Table::new(HEADINGS);
        let row = |id, name: &str, points| RowData { id, cells: vec![CellData::text(name), CellData::number(points)] };
        table.set_rows(vec![
            row(1, "Talbot", 20),
            row(2, "Erpingham", 9),
            row(3, "Umfraville", 100),
            row(4, "Ball", 3),
        ]);
        table
    }

    fn names(table: &Table) -> Vec<String> {
        (0..table.row_count()).filter_map(|row| table.row_data(row)).map(|row| row.label.to_string()).collect()
    }

    #[test]
    fn numbers_sort_as_numbers_and_a_third_press_gives_the_order_they_came_in() {
        let table = table();
        table.sort(1);
        assert_eq!(names(&table), ["Ball", "Erpingham", "Talbot", "Umfraville"]);
        table.sort(1);
        assert_eq!(names(&table), ["Umfraville", "Talbot", "Erpingham", "Ball"]);
        table.sort(1);
        assert_eq!(names(&table), ["Talbot", "Erpingham", "Umfraville", "Ball"]);
    }

    #[test]
    fn a_filter_takes_words_or_a_comparison() {
        let table = table();
        table.filter(0, "AL");
        assert_eq!(names(&table), ["Talbot", "Ball"]);
        table.filter(1, ">=20");
        assert_eq!(names(&table), ["Talbot"]);
        table.filter(0, "");
        assert_eq!(names(&table), ["Talbot", "Umfraville"]);
        table.filter(1, "20");
        assert_eq!(names(&table), ["Talbot"]);
    }

    #[test]
    fn shift_selects_a_run_ctrl_one_more_and_a_filter_keeps_what_was_selected() {
        let table = table();
        table.click(0, false, false);
        table.click(2, true, false);
        assert_eq!(table.selection(), [1, 2, 3]);
        table.click(1, false, true);
        assert_eq!(table.selection(), [1, 3]);
        let heard = Rc::new(std::cell::Cell::new(0));
        let told = Rc::clone(&heard);
        table.on_selected(move || told.set(told.get() + 1));
        table.filter(0, "umf");
        assert_eq!((table.selection(), heard.get()), (vec![3], 1), "what is hidden is not acted upon");
        table.filter(0, "");
        assert_eq!((table.selection(), heard.get()), (vec![1, 3], 2), "and is there again");
        table.filter(0, "umf");
        table.select_all();
        assert_eq!(table.selection(), [3]);
        assert!(table.clear());
        assert!(!table.clear());
    }

    #[test]
    fn the_keyboard_moves_within_the_rows_and_selects_as_it_goes() {
        let table = table();
        assert_eq!(table.step(1, false), 0);
        assert_eq!(table.step(1, false), 1);
        assert_eq!(table.step(1, true), 2);
        assert_eq!(table.selection(), [2, 3]);
        assert_eq!(table.step(1_000_000, false), 3);
        assert_eq!(table.selection(), [4]);
        assert_eq!(Table::new(HEADINGS).step(1, false), -1);
    }

    #[test]
    fn letters_find_a_row_by_its_name_from_the_current_one_on() {
        let table = table();
        let current = |table: &Table| table.row_data(table.current() as usize).expect("a row").label.to_string();
        assert!(table.typed("u"));
        assert_eq!((current(&table).as_str(), table.selection()), ("Umfraville", vec![3]));
        assert!(!table.typed("x"), "nobody is called so");
        assert!(!table.typed("\u{f700}"), "no letter");
        table.inner.borrow_mut().sought.clear();
        assert!(table.typed("b") && table.typed("a"));
        assert_eq!(current(&table), "Ball");
        // Where a letter means something of its own it seeks nobody.
        table.on_typed(|letter| letter == "d");
        table.inner.borrow_mut().sought.clear();
        assert!(table.typed("d") && !table.typed("t"));
        assert_eq!(current(&table), "Ball");
    }

    #[test]
    fn a_saved_filter_brings_back_what_was_typed_sorted_and_hidden() {
        let table = table();
        table.filter(1, ">5");
        table.sort(1);
        let saved = table.as_saved("people", " Strong ");
        assert_eq!((saved.name.as_str(), saved.filters["Points"].as_str()), ("Strong", ">5"));
        table.clear_filters();
        table.sort(0);
        assert_eq!(names(&table), ["Ball", "Erpingham", "Talbot", "Umfraville"]);
        table.apply(&saved);
        assert_eq!(names(&table), ["Erpingham", "Talbot", "Umfraville"]);
        assert_eq!(table.as_saved("people", "Strong"), saved);
    }

    #[test]
    fn a_table_is_found_again_as_it_was_left() {
        let one = table();
        one.sort(1);
        one.filter(1, ">5");
        let other = table();
        other.restore(&one.left());
        assert_eq!(names(&other), ["Erpingham", "Talbot", "Umfraville"]);
        // What was left of other columns is nothing to these.
        let others = ListLeft { columns: vec!["Points".to_owned(), "Name".to_owned()], ..one.left() };
        let fresh = table();
        fresh.restore(&others);
        assert_eq!(names(&fresh), ["Talbot", "Erpingham", "Umfraville", "Ball"]);
    }
}
