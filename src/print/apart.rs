//! Documents by a club's own templates are set in a process of their own, which can be ended: a template is a program, and
//! one that loops or takes memory without end is told of, whatever it does.

use super::templates::{OwnTemplates, TemplateFault};
use super::typeset::{GLANCE, Job};
use super::{PrintError, typeset};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The program that sets documents apart; none where they are set in this process.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// What the program is called with to do so.
pub const ARGUMENT: &str = "--set-a-document";

/// Memory it may take, in bytes.
const MEMORY: u64 = 1 << 30;

/// How long it may take.
const TIME: Duration = Duration::from_secs(120);

/// The longest document that is read of it, in bytes.
const LONGEST: u64 = 400 << 20;

/// Has documents with a club's own templates set by a program, which answers to [`ARGUMENT`] by [`answer`].
pub fn set_apart_by(program: PathBuf) {
    let _ = PROGRAM.set(program);
}

/// The program that sets documents apart, if one was named.
pub(super) fn program() -> Option<&'static Path> {
    PROGRAM.get().map(PathBuf::as_path)
}

/// What is told beside the bytes of a job: how long each of them is, in the order they follow.
#[derive(Serialize, Deserialize)]
struct Head {
    template: String,
    inputs: Value,
    templates: BTreeMap<String, String>,
    pictures: Vec<usize>,
    own_pictures: Vec<(String, usize)>,
    fonts: Vec<usize>,
}

/// What comes back in the place of a document.
#[derive(Serialize, Deserialize)]
enum Refused {
    Template(Vec<TemplateFault>),
    NotSet(String),
    NotWritten(String),
}

const SET: u8 = 1;
const REFUSED: u8 = 0;

fn write_job(to: &mut impl Write, job: Job) -> io::Result<()> {
    let OwnTemplates { templates, pictures, fonts } = job.own;
    let head = Head {
        template: job.template,
        inputs: job.inputs,
        templates,
        pictures: job.pictures.iter().map(Vec::len).collect(),
        own_pictures: pictures.iter().map(|(file, bytes)| (file.clone(), bytes.len())).collect(),
        fonts: fonts.iter().map(Vec::len).collect(),
    };
    let head = serde_json::to_vec(&head)?;
    to.write_all(&(head.len() as u64).to_le_bytes())?;
    to.write_all(&head)?;
    for bytes in job.pictures.iter().chain(pictures.values()).chain(&fonts) {
        to.write_all(bytes)?;
    }
    Ok(())
}

fn read_job(from: &mut impl Read) -> io::Result<Job> {
    let mut length = [0; 8];
    from.read_exact(&mut length)?;
    let mut bytes = |length: usize| {
        let mut bytes = vec![0; length];
        from.read_exact(&mut bytes).map(|()| bytes)
    };
    let head: Head = serde_json::from_slice(&bytes(u64::from_le_bytes(length) as usize)?)?;
    let pictures = head.pictures.into_iter().map(&mut bytes).collect::<io::Result<_>>()?;
    let own_pictures = head.own_pictures.into_iter().map(|(file, length)| Ok((file, bytes(length)?)));
    let own_pictures = own_pictures.collect::<io::Result<_>>()?;
    let fonts = head.fonts.into_iter().map(&mut bytes).collect::<io::Result<_>>()?;
    let own = OwnTemplates { templates: head.templates, pictures: own_pictures, fonts };
    Ok(Job { template: head.template, inputs: head.inputs, pictures, own })
}

/// Sets one document: what is to be set comes in by the standard input, and what was set goes out by the standard output.
pub fn answer() -> ExitCode {
    bound();
    let Ok(job) = read_job(&mut io::stdin().lock()) else { return ExitCode::FAILURE };
    let (what, bytes) = match typeset::ready(job).and_then(|ready| typeset::set(ready, &AtomicBool::new(false))) {
        Ok(pdf) => (SET, pdf),
        Err(error) => {
            let refused = match error {
                PrintError::Template(faults) => Refused::Template(faults),
                PrintError::NotWritten(why) => Refused::NotWritten(why),
                PrintError::NotSet(why) => Refused::NotSet(why),
                other => Refused::NotSet(other.to_string()),
            };
            (REFUSED, serde_json::to_vec(&refused).unwrap_or_default())
        }
    };
    let mut out = io::stdout().lock();
    match out.write_all(&[what]).and_then(|()| out.write_all(&bytes)).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Bounds what this process may take, where the system has bounds: memory it writes to, and time, should nobody be left who
/// would end it.
#[cfg(unix)]
fn bound() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
    // A bound that cannot be set leaves the others, and who waits ends it all the same.
    let _ = setrlimit(Resource::Data, most(MEMORY));
    let _ = setrlimit(Resource::Cpu, most(8 * TIME.as_secs()));
    let _ = setrlimit(Resource::Core, most(0));
}

#[cfg(not(unix))]
fn bound() {}

/// Sets a document by the program, and ends it when `cancel` is raised or it takes too long.
pub(super) fn pdf(program: &Path, job: Job, cancel: &AtomicBool) -> Result<Vec<u8>, PrintError> {
    let not_started = |error: io::Error| PrintError::NotStarted(error.to_string());
    let files: Vec<String> = job.own.templates.keys().cloned().collect();
    let mut process = Command::new(program)
        .arg(ARGUMENT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(not_started)?;
    let (sender, receiver) = sync_channel(1);
    if let (Some(mut to), Some(from)) = (process.stdin.take(), process.stdout.take()) {
        // Whoever ends early reads no more; what came of it is asked of the process.
        let writer = move || drop(write_job(&mut to, job));
        let reader = move || {
            let mut read = Vec::new();
            let all = from.take(LONGEST).read_to_end(&mut read).map(|_| read);
            let _ = sender.send(all);
        };
        for (name, work) in [("job", Box::new(writer) as Box<dyn FnOnce() + Send>), ("document", Box::new(reader))] {
            thread::Builder::new().name(name.into()).spawn(work).map_err(not_started)?;
        }
    }
    let begun = Instant::now();
    let read = loop {
        match receiver.recv_timeout(GLANCE) {
            Ok(read) => break read,
            Err(RecvTimeoutError::Timeout) if cancel.load(Ordering::Relaxed) => {
                end(&mut process);
                return Err(PrintError::Cancelled);
            }
            Err(RecvTimeoutError::Timeout) if begun.elapsed() > TIME => {
                end(&mut process);
                let why = format!("longer than {} seconds", TIME.as_secs());
                return Err(PrintError::Overreached { files, why });
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break Ok(Vec::new()),
        }
    };
    let ended = process.wait().map_err(not_started)?;
    let read = read.map_err(not_started)?;
    match (ended.success(), read.split_first()) {
        (true, Some((&SET, pdf))) => Ok(pdf.to_vec()),
        (true, Some((_, refused))) => Err(match serde_json::from_slice(refused) {
            Ok(Refused::Template(faults)) => PrintError::Template(faults),
            Ok(Refused::NotSet(why)) => PrintError::NotSet(why),
            Ok(Refused::NotWritten(why)) => PrintError::NotWritten(why),
            Err(error) => PrintError::NotSet(error.to_string()),
        }),
        _ => Err(PrintError::Overreached { files, why: format!("more than {} MB of memory", MEMORY >> 20) }),
    }
}

fn end(process: &mut Child) {
    let _ = process.kill();
    let _ = process.wait();
}
