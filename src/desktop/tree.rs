//! The rows behind a tree: what is unfolded, what is selected. A tree is given whole, as a list in the order it is
//! read, each node with its depth; only unfolded nodes become rows.

use super::ui::TreeRow;
use slint::{Model, ModelNotify, ModelTracker};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a node of a tree stands for: a word for its kind and an id, such as `("unit", 7)`.
pub type NodeId = (&'static str, i64);

/// One node, after its parent and before its own children.
#[derive(Clone, Debug, Default)]
pub struct TreeNode {
    /// What it stands for.
    pub id: Option<NodeId>,
    /// Its name.
    pub text: String,
    /// What is said of it on the right.
    pub detail: String,
    /// What is said on hover.
    pub tip: String,
    /// The tincture of its side's shield, or nothing.
    pub tincture: String,
    /// How deep it lies, 0 at the top.
    pub depth: usize,
    /// Whether it is set as a name.
    pub serif: bool,
}

type HeardNode = Rc<dyn Fn(NodeId)>;
type HeardRow = Rc<dyn Fn(i32)>;

struct Inner {
    nodes: Vec<TreeNode>,
    shown: Vec<usize>,
    folded: BTreeSet<NodeId>,
    selected: BTreeSet<NodeId>,
    current: usize,
    anchor: usize,
}

/// A tree, as the window's model.
pub struct Tree {
    inner: RefCell<Inner>,
    notify: ModelNotify,
    selected: RefCell<Option<Rc<dyn Fn()>>>,
    opened: RefCell<Option<HeardNode>>,
    dropped: RefCell<Option<HeardNode>>,
    revealed: RefCell<Option<HeardRow>>,
}

impl Tree {
    /// An empty tree.
    pub fn new() -> Rc<Tree> {
        Rc::new(Tree {
            inner: RefCell::new(Inner {
                nodes: Vec::new(),
                shown: Vec::new(),
                folded: BTreeSet::new(),
                selected: BTreeSet::new(),
                current: 0,
                anchor: 0,
            }),
            notify: ModelNotify::default(),
            selected: RefCell::default(),
            opened: RefCell::default(),
            dropped: RefCell::default(),
            revealed: RefCell::default(),
        })
    }

    /// Hears each time the selection changes.
    pub fn on_selected(&self, heard: impl Fn() + 'static) {
        *self.selected.borrow_mut() = Some(Rc::new(heard));
    }

    /// Hears which row is to be brought into sight.
    pub fn on_revealed(&self, heard: impl Fn(i32) + 'static) {
        *self.revealed.borrow_mut() = Some(Rc::new(heard));
    }

    /// Hears when a node is opened by Return or a double click.
    pub fn on_opened(&self, heard: impl Fn(NodeId) + 'static) {
        *self.opened.borrow_mut() = Some(Rc::new(heard));
    }

    /// Hears when rows of a list are let go over a node.
    pub fn on_dropped(&self, heard: impl Fn(NodeId) + 'static) {
        *self.dropped.borrow_mut() = Some(Rc::new(heard));
    }

    /// Takes what was dragged over a row.
    pub fn take(&self, row: usize) {
        let id = {
            let inner = self.inner.borrow();
            inner.shown.get(row).and_then(|&at| inner.nodes[at].id)
        };
        let heard = self.dropped.borrow().clone();
        if let (Some(id), Some(heard)) = (id, heard) {
            heard(id);
        }
    }

    /// Puts other nodes in; folds and selection keep what is still there.
    pub fn set_nodes(&self, nodes: Vec<TreeNode>) {
        {
            let mut inner = self.inner.borrow_mut();
            let here: BTreeSet<NodeId> = nodes.iter().filter_map(|node| node.id).collect();
            inner.selected.retain(|id| here.contains(id));
            inner.folded.retain(|id| here.contains(id));
            inner.nodes = nodes;
        }
        self.unfold();
    }

    fn unfold(&self) {
        {
            let inner = &mut *self.inner.borrow_mut();
            let current = inner.shown.get(inner.current).and_then(|&at| inner.nodes.get(at)).and_then(|node| node.id);
            inner.shown.clear();
            let mut hidden_below: Option<usize> = None;
            for (at, node) in inner.nodes.iter().enumerate() {
                if hidden_below.is_some_and(|depth| node.depth > depth) {
                    continue;
                }
                hidden_below = node.id.filter(|id| inner.folded.contains(id)).map(|_| node.depth);
                inner.shown.push(at);
            }
            let found = inner.shown.iter().position(|&at| current.is_some() && inner.nodes[at].id == current);
            inner.current = found.unwrap_or_else(|| inner.current.min(inner.shown.len().saturating_sub(1)));
            inner.anchor = inner.current;
        }
        self.notify.reset();
    }

    /// Folds or unfolds a row.
    pub fn toggle(&self, row: usize) {
        {
            let inner = &mut *self.inner.borrow_mut();
            let Some(id) = inner.shown.get(row).and_then(|&at| inner.nodes[at].id) else { return };
            if !inner.folded.remove(&id) {
                inner.folded.insert(id);
            }
        }
        self.unfold();
    }

    /// Right or left arrow: unfolds or folds the current row, or goes to its first child or its parent.
    pub fn fold(&self, open: bool) -> i32 {
        let (row, folds, folded, parent) = {
            let inner = self.inner.borrow();
            let Some(&at) = inner.shown.get(inner.current) else { return -1 };
            let depth = inner.nodes[at].depth;
            let folds = inner.nodes.get(at + 1).is_some_and(|next| next.depth > depth);
            let folded = inner.nodes[at].id.is_some_and(|id| inner.folded.contains(&id));
            let parent = (0..inner.current).rev().find(|&row| inner.nodes[inner.shown[row]].depth < depth);
            (inner.current, folds, folded, parent)
        };
        match (open, folds, folded) {
            (true, true, true) | (false, true, false) => {
                self.toggle(row);
                count(row)
            }
            (true, true, false) => self.step(1, false),
            (false, _, _) => match parent {
                Some(parent) => {
                    self.click(parent, false, false);
                    count(parent)
                }
                None => count(row),
            },
            (true, false, _) => count(row),
        }
    }

    /// A click on a row: alone, with Shift or with Ctrl.
    pub fn click(&self, row: usize, extend: bool, toggle: bool) {
        {
            let inner = &mut *self.inner.borrow_mut();
            let Some(&at) = inner.shown.get(row) else { return };
            let Some(id) = inner.nodes[at].id else { return };
            inner.current = row;
            if extend {
                let (from, to) = (inner.anchor.min(row), inner.anchor.max(row));
                inner.selected = inner.shown[from..=to].iter().filter_map(|&at| inner.nodes[at].id).collect();
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
        let rows = self.inner.borrow().shown.len();
        for row in 0..rows {
            self.notify.row_changed(row);
        }
        let heard = self.selected.borrow().clone();
        if let Some(heard) = heard {
            heard();
        }
    }

    /// Moves the current row, and the selection with it; the new current row, or -1 in an empty tree.
    pub fn step(&self, rows: i32, extend: bool) -> i32 {
        let row = {
            let inner = self.inner.borrow();
            let Some(last) = inner.shown.len().checked_sub(1) else { return -1 };
            let wanted = inner.current as i64 + i64::from(rows);
            usize::try_from(wanted.max(0)).unwrap_or(0).min(last)
        };
        self.click(row, extend, false);
        count(row)
    }

    /// Nothing is selected or folded, and the first row is the current one.
    pub fn forget(&self) {
        {
            let mut inner = self.inner.borrow_mut();
            inner.selected.clear();
            inner.folded.clear();
            (inner.current, inner.anchor) = (0, 0);
        }
        self.notify.reset();
    }

    /// Selects one node and makes it current.
    pub fn choose(&self, id: NodeId) {
        let row = {
            let inner = self.inner.borrow();
            inner.shown.iter().position(|&at| inner.nodes[at].id == Some(id))
        };
        if let Some(row) = row {
            self.click(row, false, false);
            let heard = self.revealed.borrow().clone();
            if let Some(heard) = heard {
                heard(count(row));
            }
        }
    }

    /// Opens a row.
    pub fn open(&self, row: usize) {
        let id = {
            let inner = self.inner.borrow();
            inner.shown.get(row).and_then(|&at| inner.nodes[at].id)
        };
        let heard = self.opened.borrow().clone();
        if let (Some(id), Some(heard)) = (id, heard) {
            heard(id);
        }
    }

    /// What is selected, in the order it is read.
    pub fn selection(&self) -> Vec<NodeId> {
        let inner = self.inner.borrow();
        inner.nodes.iter().filter_map(|node| node.id).filter(|id| inner.selected.contains(id)).collect()
    }
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

impl Model for Tree {
    type Data = TreeRow;

    fn row_count(&self) -> usize {
        self.inner.borrow().shown.len()
    }

    fn row_data(&self, row: usize) -> Option<TreeRow> {
        let inner = self.inner.borrow();
        let &at = inner.shown.get(row)?;
        let node = &inner.nodes[at];
        Some(TreeRow {
            text: node.text.as_str().into(),
            detail: node.detail.as_str().into(),
            tip: node.tip.as_str().into(),
            tincture: node.tincture.as_str().into(),
            depth: count(node.depth),
            parent: inner.nodes.get(at + 1).is_some_and(|next| next.depth > node.depth),
            open: node.id.is_none_or(|id| !inner.folded.contains(&id)),
            selected: node.id.is_some_and(|id| inner.selected.contains(&id)),
            current: inner.current == row,
            serif: node.serif,
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

    fn tree() -> Rc<Tree> {
        let tree = Tree::new();
        let node = |kind, id, text: &str, depth| TreeNode {
            id: Some((kind, id)),
            text: text.to_owned(),
            depth,
            ..TreeNode::default()
        };
        tree.set_nodes(vec![
            node("army", 1, "Host", 0),
            node("battle", 1, "Van", 1),
            node("force", 1, "Archers", 2),
            node("battle", 2, "Main", 1),
        ]);
        tree
    }

    fn rows(tree: &Tree) -> Vec<String> {
        (0..tree.row_count()).filter_map(|row| tree.row_data(row)).map(|row| row.text.to_string()).collect()
    }

    #[test]
    fn a_folded_node_hides_what_is_under_it_and_only_that() {
        let tree = tree();
        tree.toggle(1);
        assert_eq!(rows(&tree), ["Host", "Van", "Main"]);
        tree.toggle(0);
        assert_eq!(rows(&tree), ["Host"]);
        tree.toggle(0);
        tree.toggle(1);
        assert_eq!(rows(&tree), ["Host", "Van", "Archers", "Main"]);
    }

    #[test]
    fn arrows_fold_then_climb() {
        let tree = tree();
        tree.choose(("force", 1));
        assert_eq!(tree.fold(false), 1);
        assert_eq!(tree.selection(), [("battle", 1)]);
        assert_eq!(tree.fold(false), 1);
        assert_eq!(rows(&tree), ["Host", "Van", "Main"]);
        assert_eq!(tree.fold(true), 1);
        assert_eq!(tree.fold(true), 2);
        assert_eq!(tree.selection(), [("force", 1)]);
    }

    #[test]
    fn other_nodes_keep_folds_and_selection_that_are_still_there() {
        let tree = tree();
        tree.choose(("battle", 2));
        tree.toggle(1);
        tree.set_nodes(vec![
            TreeNode { id: Some(("army", 1)), text: "Host".into(), ..TreeNode::default() },
            TreeNode { id: Some(("battle", 1)), text: "Van".into(), depth: 1, ..TreeNode::default() },
            TreeNode { id: Some(("force", 9)), text: "Pikes".into(), depth: 2, ..TreeNode::default() },
        ]);
        assert_eq!(rows(&tree), ["Host", "Van"]);
        assert!(tree.selection().is_empty());
    }
}
