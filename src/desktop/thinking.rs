//! What the program looks for at a game: in the pool, so that the window never waits, and after a while, so that what was done
//! last is seen.

use super::shell::Shell;
use super::worker::Running;
use slint::{Timer, TimerMode};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What is looked for at one page.
#[derive(Default)]
pub struct Thinking {
    timer: Timer,
    running: RefCell<Option<Running>>,
    /// Which thought is waited for: an answer to an earlier one is out of date.
    asked: Rc<Cell<u64>>,
}

impl Thinking {
    /// Stops whatever is looked for and waited for.
    pub fn halt(&self) {
        self.timer.stop();
        self.asked.set(self.asked.get() + 1);
        if let Some(running) = self.running.borrow_mut().take() {
            running.cancel();
        }
    }

    /// Goes on in so many milliseconds, unless it is halted before.
    pub fn wait<P: 'static>(
        &self,
        page: &Rc<P>,
        shell: &Rc<Shell>,
        milliseconds: u64,
        then: impl Fn(&Rc<P>, &Rc<Shell>) + 'static,
    ) {
        let (page, weak) = (Rc::downgrade(page), Rc::downgrade(shell));
        self.timer.start(TimerMode::SingleShot, Duration::from_millis(milliseconds), move || {
            if let (Some(page), Some(shell)) = (page.upgrade(), weak.upgrade()) {
                then(&page, &shell);
            }
        });
    }

    /// Looks for something in the pool; an answer that came too late is dropped.
    pub fn ask<P: 'static, R: Send + 'static>(
        &self,
        page: &Rc<P>,
        shell: &Rc<Shell>,
        look: impl FnOnce(&AtomicBool) -> R + Send + 'static,
        then: impl FnOnce(&Rc<P>, &Rc<Shell>, R) + 'static,
    ) {
        let number = self.asked.get() + 1;
        self.asked.set(number);
        let (page, at, asked) = (Rc::downgrade(page), Rc::clone(shell), Rc::clone(&self.asked));
        let running = shell.pool.run(
            1,
            move |progress| look(progress.flag()),
            |_, _| {},
            move |found| {
                if let Some(page) = page.upgrade()
                    && asked.get() == number
                {
                    match found {
                        Ok(found) => then(&page, &at, found),
                        Err(fault) => at.say_problem(&fault),
                    }
                }
            },
        );
        if self.asked.get() == number {
            *self.running.borrow_mut() = Some(running);
        }
    }
}
