//! What one request brings in, from its first byte until it is answered.
//!
//! The host puts an [`Intake`] around every request. What is kept of the body is counted there,
//! in memory or on disk, on the account of the address and, once they are known, of the member;
//! it is given back when the request ends, however it does.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;

use crate::{
    ApiError, ClientAddress, UserId,
    room::{Held, NoRoom, Room, Sender},
};

/// Most bytes of a form that are not its files: texts, names, and what is read ahead.
const MAX_BESIDE_FILES: u64 = 128 * 1024;
/// Most files in a form.
const MAX_FILES: usize = 16;

tokio::task_local! {
    static CURRENT: Arc<Intake>;
}

/// Room for all requests together.
#[derive(Clone, Debug)]
pub struct Rooms {
    /// For what is kept in memory of what comes in.
    pub memory: Arc<Room>,
    /// For what is kept in memory of what goes out.
    pub answers: Arc<Room>,
    /// For files on their way, on disk.
    pub disk: Arc<Room>,
    /// Where those are.
    pub folder: PathBuf,
}

/// What one request holds.
#[derive(Debug)]
pub struct Intake {
    rooms: Rooms,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    senders: Vec<Sender>,
    memory: Held,
    disk: Held,
    /// Bytes of a form that are not known to be a file's.
    beside_files: u64,
    files: usize,
    refusal: Option<ApiError>,
}

impl Intake {
    /// For a request from `address`.
    pub fn new(rooms: &Rooms, address: ClientAddress) -> Arc<Self> {
        let senders = Sender::at(address);
        let state = State {
            memory: rooms.memory.hold(senders.clone()),
            disk: rooms.disk.hold(senders.clone()),
            senders,
            beside_files: 0,
            files: 0,
            refusal: None,
        };
        Arc::new(Self { rooms: rooms.clone(), state: Mutex::new(state) })
    }

    /// The one around the running request, if there is one.
    pub fn current() -> Option<Arc<Self>> {
        CURRENT.try_with(Arc::clone).ok()
    }

    /// Answers a request within this intake.
    pub async fn around<F: Future>(self: Arc<Self>, answering: F) -> F::Output {
        CURRENT.scope(self, answering).await
    }

    /// Counts bytes that are kept until the request is answered.
    pub fn keep(&self, bytes: usize) -> Result<(), Refused> {
        let mut state = self.lock();
        let grown = state.memory.grow(count(bytes));
        state.or_refuse(grown)
    }

    /// Counts bytes of a form, whatever they are.
    pub fn keep_of_form(&self, bytes: usize) -> Result<(), Refused> {
        let mut state = self.lock();
        state.beside_files += count(bytes);
        if state.beside_files > MAX_BESIDE_FILES {
            return state.refuse(too_large());
        }
        let grown = state.memory.grow(count(bytes));
        state.or_refuse(grown)
    }

    /// Why the body was refused, if it was.
    pub fn refusal(&self) -> Option<ApiError> {
        self.lock().refusal.clone()
    }

    /// Refuses the body.
    pub fn refuse(&self, refusal: ApiError) -> Refused {
        self.lock().refusal.get_or_insert(refusal);
        Refused
    }

    /// From now on it is on the account of `member` too.
    pub fn belongs_to(&self, member: &UserId) {
        let mut state = self.lock();
        let sender = Sender::Member(member.clone());
        state.memory.also_for(&sender);
        state.disk.also_for(&sender);
        state.senders.push(sender);
    }

    /// Where files on their way are.
    pub(crate) fn folder(&self) -> PathBuf {
        self.rooms.folder.clone()
    }

    /// Counts a file of the form.
    pub(crate) fn begin_file(&self) -> Result<(), Refused> {
        let mut state = self.lock();
        state.files += 1;
        if state.files > MAX_FILES { state.refuse(too_large()) } else { Ok(()) }
    }

    /// Bytes of the form go into a file; `stored` says whether they are kept there.
    pub(crate) fn take_for_file(&self, bytes: usize, stored: bool) -> Result<(), Refused> {
        let mut state = self.lock();
        let bytes = count(bytes);
        state.beside_files = state.beside_files.saturating_sub(bytes);
        state.memory.shrink(bytes);
        let grown = if stored { state.disk.grow(bytes) } else { Ok(()) };
        state.or_refuse(grown)
    }

    /// Nothing yet in `room`, on the account of this request's sender, for what may outlive it.
    fn hold(&self, room: &Arc<Room>) -> Held {
        room.hold(self.lock().senders.clone())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn or_refuse(&mut self, grown: Result<(), NoRoom>) -> Result<(), Refused> {
        grown.or_else(|full| self.refuse(full.into()))
    }

    fn refuse(&mut self, refusal: ApiError) -> Result<(), Refused> {
        self.refusal.get_or_insert(refusal);
        Err(Refused)
    }
}

/// How long what has to be kept in memory waits for room.
const PATIENCE: Duration = Duration::from_secs(15);

/// Bytes of memory on the account of whoever sent the running request, once there is room.
pub(crate) async fn reserve(bytes: usize) -> Result<Option<Held>, ApiError> {
    let Some(intake) = Intake::current() else { return Ok(None) };
    let mut held = intake.hold(&intake.rooms.memory);
    held.grow_within(PATIENCE, count(bytes)).await?;
    Ok(Some(held))
}

/// Room in memory for something long that is handed out, on the account of whoever sent the
/// running request. It is none of the room for what comes in: however slowly files are taken,
/// people can sign in.
#[derive(Debug)]
pub struct Outgoing(Option<Held>);

impl Outgoing {
    /// Room for so many bytes, once there is any: to be asked for before they are in memory.
    pub async fn reserve(bytes: u64) -> Result<Self, ApiError> {
        let Some(intake) = Intake::current() else { return Ok(Self(None)) };
        let mut held = intake.hold(&intake.rooms.answers);
        held.grow_within(PATIENCE, bytes).await?;
        Ok(Self(Some(held)))
    }

    /// `content`, which takes up the room for as long as anybody has it: until a slow reader has
    /// taken it all.
    pub fn hold(self, content: Bytes) -> Bytes {
        match self.0 {
            None => content,
            held => in_place(content, held),
        }
    }
}

/// `content` with its place, which is given back when nobody has it any more.
pub(crate) fn in_place<T: AsRef<[u8]> + Send + 'static>(content: T, held: Option<Held>) -> Bytes {
    Bytes::from_owner(Counted { content, _held: held })
}

struct Counted<T> {
    content: T,
    _held: Option<Held>,
}

impl<T: AsRef<[u8]>> AsRef<[u8]> for Counted<T> {
    fn as_ref(&self) -> &[u8] {
        self.content.as_ref()
    }
}

/// The body is not read any further; [`Intake::refusal`] says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the body was refused")]
pub struct Refused;

/// 413.
pub fn too_large() -> ApiError {
    ApiError::new(413, "request.too_large", "That is too large to send.")
}

fn count(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}
