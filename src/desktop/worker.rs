//! Keeps the window free: one thread owns the campaign and takes jobs over it, and long work on owned data runs in a
//! pool and can be cancelled. A job is a closure, its answer comes back to the event loop. A fault in a job takes nothing
//! down: what the thread owns is put in order again, and the answer is a problem. Tests run both inline, so that a click
//! has had its effect when it returns.

use crate::campaign::problem::{Problem, ProblemKind, Result};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

type Job<S> = Box<dyn FnOnce(&mut S) + Send>;
/// Puts what a worker owns in order after a fault in a job, and says what is to be told of it.
type Recover<S> = fn(&mut S) -> Problem;
type Answer = Box<dyn Any + Send>;
type Waiting = Box<dyn FnMut(Answer) -> bool>;

thread_local! {
    /// What the event loop's thread does with answers: they need not be sent anywhere, so they may hold models.
    static WAITING: RefCell<BTreeMap<u64, Waiting>> = const { RefCell::new(BTreeMap::new()) };
    static NEXT: Cell<u64> = const { Cell::new(0) };
}

fn wait_for(answer: Waiting) -> u64 {
    let ticket = NEXT.with(|next| next.replace(next.get() + 1));
    WAITING.with(|waiting| waiting.borrow_mut().insert(ticket, answer));
    ticket
}

/// Gives an answer to whoever waits for it; the entry goes when it says it has had its last.
fn deliver(ticket: u64, answer: Answer) {
    let waiting = WAITING.with(|waiting| waiting.borrow_mut().remove(&ticket));
    if let Some(mut take) = waiting
        && !take(answer)
    {
        WAITING.with(|waiting| waiting.borrow_mut().insert(ticket, take));
    }
}

fn once<R: 'static>(then: impl FnOnce(R) + 'static) -> Waiting {
    let mut then = Some(then);
    Box::new(move |answer| {
        if let (Some(then), Ok(answer)) = (then.take(), answer.downcast::<R>()) {
            then(*answer);
        }
        true
    })
}

fn post(ticket: u64, answer: Answer) {
    // The loop is gone only when the window is: nobody waits any more.
    let _ = slint::invoke_from_event_loop(move || deliver(ticket, answer));
}

/// Ends a wait without an answer.
struct Over;

enum Mode<S> {
    Inline(Rc<RefCell<S>>),
    Thread { jobs: Option<Sender<Job<S>>>, thread: Option<JoinHandle<()>> },
}

/// One thread that owns `S`, or the caller's own where jobs run inline.
pub struct Worker<S> {
    mode: Mode<S>,
    recover: Recover<S>,
}

/// Does a job, whatever becomes of it: there is an answer even where putting things in order fails too.
fn survive<S, R>(state: &mut S, recover: Recover<S>, job: impl FnOnce(&mut S) -> Result<R>) -> Result<R> {
    match catch_unwind(AssertUnwindSafe(|| job(state))) {
        Ok(answer) => answer,
        Err(_) => Err(catch_unwind(AssertUnwindSafe(|| recover(state))).unwrap_or_else(|_| at_a_loss())),
    }
}

/// What is said when nothing better can be.
fn at_a_loss() -> Problem {
    Problem::new(ProblemKind::System, "A fault in the program stopped this.")
        .hint("Close the window, and open the campaign again. Please report how it came about.")
}

/// What is said of a fault in long work, which has nothing of the campaign's in its hands.
fn fault_in_long_work() -> Problem {
    Problem::new(ProblemKind::System, "A fault in the program stopped this.")
        .hint("The campaign is as it was. Please report how it came about.")
}

impl<S: Send + 'static> Worker<S> {
    /// A worker whose thread owns `state`, which `recover` puts in order after a fault in a job.
    pub fn threaded(state: S, recover: Recover<S>) -> Worker<S> {
        let (jobs, inbox) = channel::<Job<S>>();
        let thread = std::thread::Builder::new()
            .name("campaign".into())
            .spawn(move || {
                let mut state = state;
                for job in inbox {
                    // Nothing that a job or its recovery does may leave the window without its campaign.
                    let _ = catch_unwind(AssertUnwindSafe(|| job(&mut state)));
                }
            })
            .ok();
        Worker { mode: Mode::Thread { jobs: Some(jobs), thread }, recover }
    }

    /// A worker that does each job at once, for tests.
    pub fn inline(state: S, recover: Recover<S>) -> Worker<S> {
        Worker { mode: Mode::Inline(Rc::new(RefCell::new(state))), recover }
    }

    /// Does `job` where the campaign is, then gives its answer to `then` on this thread.
    pub fn ask<R: Send + 'static>(
        &self,
        job: impl FnOnce(&mut S) -> Result<R> + Send + 'static,
        then: impl FnOnce(Result<R>) + 'static,
    ) {
        let recover = self.recover;
        match &self.mode {
            Mode::Inline(state) => {
                let state = Rc::clone(state);
                let answer = survive(&mut *state.borrow_mut(), recover, job);
                then(answer);
            }
            Mode::Thread { jobs: Some(jobs), .. } => {
                let ticket = wait_for(once(then));
                let sent = jobs.send(Box::new(move |state| post(ticket, Box::new(survive(state, recover, job)))));
                if sent.is_err() {
                    deliver(ticket, Box::new(Err::<R, Problem>(at_a_loss())));
                }
            }
            Mode::Thread { jobs: None, .. } => {}
        }
    }
}

impl<S> Drop for Worker<S> {
    fn drop(&mut self) {
        if let Mode::Thread { jobs, thread } = &mut self.mode {
            jobs.take();
            if let Some(thread) = thread.take() {
                let _ = thread.join();
            }
        }
    }
}

/// What a long job says of itself, and whether it should stop.
#[derive(Clone)]
pub struct JobProgress {
    cancelled: Arc<AtomicBool>,
    done: Arc<AtomicUsize>,
    total: usize,
    ticket: Option<u64>,
}

impl JobProgress {
    /// Whether Cancel was pressed.
    pub fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// The flag that Cancel raises, for work that looks at one itself.
    pub fn flag(&self) -> &AtomicBool {
        &self.cancelled
    }

    /// Says that `done` of the whole are done.
    pub fn done(&self, done: usize) {
        self.done.store(done, Ordering::Relaxed);
        if let Some(ticket) = self.ticket {
            post(ticket, Box::new((done, self.total)));
        }
    }
}

/// A long job's handle: Cancel works at once, the answer of a cancelled job is thrown away.
#[derive(Clone, Default)]
pub struct Running {
    cancelled: Arc<AtomicBool>,
}

impl Running {
    /// Stops the job at its next look, and drops its answer.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// Where long work on owned data runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// Each job in a thread of its own.
    Threads,
    /// At once, for tests.
    Inline,
}

impl Pool {
    /// Runs `work` of `total` steps. `step` hears how many are done; `then` gets the answer, or what a fault in the work is
    /// told by. Once it is cancelled neither hears anything more.
    pub fn run<R: Send + 'static>(
        self,
        total: usize,
        work: impl FnOnce(&JobProgress) -> R + Send + 'static,
        step: impl Fn(usize, usize) + 'static,
        then: impl FnOnce(Result<R>) + 'static,
    ) -> Running {
        let running = Running::default();
        let work = move |progress: &JobProgress| {
            catch_unwind(AssertUnwindSafe(|| work(progress))).map_err(|_| fault_in_long_work())
        };
        let done = Arc::new(AtomicUsize::new(0));
        let cancelled = Arc::clone(&running.cancelled);
        match self {
            Pool::Inline => {
                let progress = JobProgress { cancelled, done: Arc::clone(&done), total, ticket: None };
                let answer = work(&progress);
                step(done.load(Ordering::Relaxed), total);
                then(answer);
            }
            Pool::Threads => {
                let (stepping, ending) = (running.clone(), running.clone());
                let steps = wait_for(Box::new(move |answer| match answer.downcast::<(usize, usize)>() {
                    Ok(counts) => {
                        if !stepping.cancelled() {
                            step(counts.0, counts.1);
                        }
                        false
                    }
                    Err(_) => true,
                }));
                let ticket = wait_for(once(move |answer| {
                    if !ending.cancelled() {
                        then(answer);
                    }
                }));
                let progress = JobProgress { cancelled, done, total, ticket: Some(steps) };
                let begun = std::thread::Builder::new().spawn(move || {
                    let answer = work(&progress);
                    post(steps, Box::new(Over));
                    post(ticket, Box::new(answer));
                });
                if let Err(error) = begun {
                    let none =
                        Problem::new(ProblemKind::System, format!("The system gives no thread for this: {error}."))
                            .hint("Close other programs, and do it again.");
                    post(steps, Box::new(Over));
                    post(ticket, Box::new(Err::<R, Problem>(none)));
                }
            }
        }
        running
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inline_job_has_had_its_effect_when_it_returns() {
        let worker = Worker::inline(vec![1, 2], mended);
        let heard = Rc::new(Cell::new(0));
        let hear = Rc::clone(&heard);
        worker.ask(
            |list: &mut Vec<i32>| {
                list.push(3);
                Ok(list.len())
            },
            move |length| hear.set(length.expect("no fault")),
        );
        assert_eq!(heard.get(), 3);
        worker.ask(|list: &mut Vec<i32>| Ok(list.len()), |length| assert_eq!(length, Ok(3)));
    }

    fn mended<S: Default>(state: &mut S) -> Problem {
        *state = S::default();
        Problem::refused("A fault stopped this.", "It was mended.")
    }

    #[test]
    fn a_fault_in_a_job_is_answered_and_the_next_job_is_done() {
        let worker = Worker::inline(vec![1, 2], mended);
        let heard = Rc::new(RefCell::new(Vec::new()));
        for job in [|_: &mut Vec<i32>| -> Result<usize> { panic!("a fault") }, |list: &mut Vec<i32>| Ok(list.len())] {
            let hear = Rc::clone(&heard);
            worker.ask(job, move |answer| hear.borrow_mut().push(answer.map_err(|problem| problem.hint)));
        }
        assert_eq!(*heard.borrow(), [Err("It was mended.".to_owned()), Ok(0)]);
        // And in a thread: it goes on after a fault, and is there to be waited for.
        let (said, told) = channel();
        let worker = Worker::threaded(vec![1, 2], mended);
        worker.ask(|_: &mut Vec<i32>| -> Result<()> { panic!("a fault") }, |_| {});
        let tell = move |list: &mut Vec<i32>| {
            said.send(list.len()).expect("the test listens");
            Ok(())
        };
        worker.ask(tell, |_| {});
        drop(worker);
        assert_eq!(told.try_iter().collect::<Vec<_>>(), [0]);
    }

    /// Nobody is left waiting where even the recovery fails, or there is no thread to do a job.
    #[test]
    fn every_job_is_answered() {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let hear = |answer: Result<()>, heard: &Rc<RefCell<Vec<String>>>| {
            heard.borrow_mut().extend(answer.err().map(|problem| problem.sentence));
        };
        let worker: Worker<Vec<i32>> = Worker::inline(vec![1], |_| panic!("a fault in the recovery"));
        let on = Rc::clone(&heard);
        worker.ask(|_| panic!("a fault"), move |answer| hear(answer, &on));
        let (jobs, inbox) = channel();
        drop(inbox);
        let gone: Worker<Vec<i32>> = Worker { mode: Mode::Thread { jobs: Some(jobs), thread: None }, recover: mended };
        let on = Rc::clone(&heard);
        gone.ask(|_| Ok(()), move |answer| hear(answer, &on));
        assert_eq!(*heard.borrow(), ["A fault in the program stopped this."; 2]);
    }

    #[test]
    fn a_fault_in_long_work_is_told() {
        let heard = Rc::new(Cell::new(None));
        let hear = Rc::clone(&heard);
        let work = |_: &JobProgress| -> u32 { panic!("a fault") };
        Pool::Inline.run(1, work, |_, _| {}, move |answer| hear.set(answer.err()));
        assert_eq!(
            heard.take().map(|problem| problem.sentence),
            Some("A fault in the program stopped this.".to_owned())
        );
    }

    #[test]
    fn a_long_job_can_see_that_it_was_cancelled() {
        let running = Running::default();
        let progress =
            JobProgress { cancelled: Arc::clone(&running.cancelled), done: Arc::default(), total: 10, ticket: None };
        assert!(!progress.cancelled());
        running.cancel();
        assert!(progress.cancelled());
    }

    #[test]
    fn a_worker_finishes_its_jobs_before_it_goes() {
        let (said, heard) = channel();
        let worker = Worker::threaded(0, mended);
        for _ in 0..3 {
            let said = said.clone();
            worker.ask(
                move |count: &mut i32| {
                    *count += 1;
                    said.send(*count).expect("the test listens");
                    Ok(())
                },
                |_| {},
            );
        }
        drop(worker);
        assert_eq!(heard.try_iter().collect::<Vec<_>>(), [1, 2, 3]);
    }
}
