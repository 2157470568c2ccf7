//! Accounting of the memory and disk space that one request holds, until it has its response.
//!
//! The host wraps every request in a [`RequestUsage`]. Body data that is kept in memory or on disk
//! is counted there, charged to the address and, once known, to the member. All of it is released
//! when the request ends, for whatever reason.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;

use crate::{
    ApiError, ClientAddress, UserId,
    quota::{Quota, QuotaExceeded, Reservation, Sender},
};

/// Most bytes of a form outside its files: text fields, names, and read-ahead.
const MAX_OUTSIDE_FILES: u64 = 128 * 1024;
/// Most files in a form.
const MAX_FILES: usize = 16;

tokio::task_local! {
    static CURRENT: Arc<RequestUsage>;
}

/// Quotas shared by all requests.
#[derive(Clone, Debug)]
pub struct RequestQuotas {
    /// Memory for request data.
    pub memory: Arc<Quota>,
    /// Memory for response data.
    pub responses: Arc<Quota>,
    /// Disk space for uploads in progress.
    pub disk: Arc<Quota>,
    /// Directory of uploads in progress.
    pub folder: PathBuf,
}

/// Resources held by one request.
#[derive(Debug)]
pub struct RequestUsage {
    quotas: RequestQuotas,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    senders: Vec<Sender>,
    memory: Reservation,
    disk: Reservation,
    /// Bytes of a form not yet attributed to a file.
    outside_files: u64,
    files: usize,
    rejection: Option<ApiError>,
}

impl RequestUsage {
    /// Creates the accounting of a request from `address`.
    pub fn new(quotas: &RequestQuotas, address: ClientAddress) -> Arc<Self> {
        let senders = Sender::at(address);
        let state = State {
            memory: quotas.memory.hold(senders.clone()),
            disk: quotas.disk.hold(senders.clone()),
            senders,
            outside_files: 0,
            files: 0,
            rejection: None,
        };
        Arc::new(Self { quotas: quotas.clone(), state: Mutex::new(state) })
    }

    /// Returns the usage of the running request, if there is one.
    pub fn current() -> Option<Arc<Self>> {
        CURRENT.try_with(Arc::clone).ok()
    }

    /// Runs `handler` with this usage as the current one.
    pub async fn around<F: Future>(self: Arc<Self>, handler: F) -> F::Output {
        CURRENT.scope(self, handler).await
    }

    /// Counts bytes that are kept until the request has its response.
    pub fn keep(&self, bytes: usize) -> Result<(), Refused> {
        let mut state = self.lock();
        let grown = state.memory.grow(count(bytes));
        state.or_reject(grown)
    }

    /// Counts bytes of a form before it is known whether they belong to a file.
    pub fn keep_of_form(&self, bytes: usize) -> Result<(), Refused> {
        let mut state = self.lock();
        state.outside_files += count(bytes);
        if state.outside_files > MAX_OUTSIDE_FILES {
            return state.reject(too_large());
        }
        let grown = state.memory.grow(count(bytes));
        state.or_reject(grown)
    }

    /// Returns the reason why the body was refused, if it was.
    pub fn rejection(&self) -> Option<ApiError> {
        self.lock().rejection.clone()
    }

    /// Refuses the body.
    pub fn reject(&self, rejection: ApiError) -> Refused {
        self.lock().rejection.get_or_insert(rejection);
        Refused
    }

    /// Charges `member` as well, for what is held now and later.
    pub fn belongs_to(&self, member: &UserId) {
        let mut state = self.lock();
        let sender = Sender::Member(member.clone());
        state.memory.also_for(&sender);
        state.disk.also_for(&sender);
        state.senders.push(sender);
    }

    /// Returns the directory of uploads in progress.
    pub(crate) fn folder(&self) -> PathBuf {
        self.quotas.folder.clone()
    }

    /// Counts a file of the form.
    pub(crate) fn begin_file(&self) -> Result<(), Refused> {
        let mut state = self.lock();
        state.files += 1;
        if state.files > MAX_FILES { state.reject(too_large()) } else { Ok(()) }
    }

    /// Moves bytes of the form to a file; `stored` says whether they are kept there.
    pub(crate) fn take_for_file(&self, bytes: usize, stored: bool) -> Result<(), Refused> {
        let mut state = self.lock();
        let bytes = count(bytes);
        state.outside_files = state.outside_files.saturating_sub(bytes);
        state.memory.shrink(bytes);
        let grown = if stored { state.disk.grow(bytes) } else { Ok(()) };
        state.or_reject(grown)
    }

    /// Returns an empty reservation, charged to the sender, that may outlive the request.
    fn hold(&self, quota: &Arc<Quota>) -> Reservation {
        quota.hold(self.lock().senders.clone())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn or_reject(&mut self, grown: Result<(), QuotaExceeded>) -> Result<(), Refused> {
        grown.or_else(|full| self.reject(full.into()))
    }

    fn reject(&mut self, rejection: ApiError) -> Result<(), Refused> {
        self.rejection.get_or_insert(rejection);
        Err(Refused)
    }
}

/// Longest wait for memory quota.
const MAX_WAIT: Duration = Duration::from_secs(15);

/// Reserves memory, charged to the sender of the running request, waiting until there is some.
pub(crate) async fn reserve(bytes: usize) -> Result<Option<Reservation>, ApiError> {
    let Some(usage) = RequestUsage::current() else { return Ok(None) };
    let mut held = usage.hold(&usage.quotas.memory);
    held.grow_within(MAX_WAIT, count(bytes)).await?;
    Ok(Some(held))
}

/// Memory reserved for a long response, charged to the sender of the running request. It has a
/// quota of its own, so that slow downloads cannot keep people from signing in.
#[derive(Debug)]
pub struct Outgoing(Option<Reservation>);

impl Outgoing {
    /// Reserves `bytes`, waiting until they are available; call it before loading the content.
    pub async fn reserve(bytes: u64) -> Result<Self, ApiError> {
        let Some(usage) = RequestUsage::current() else { return Ok(Self(None)) };
        let mut held = usage.hold(&usage.quotas.responses);
        held.grow_within(MAX_WAIT, bytes).await?;
        Ok(Self(Some(held)))
    }

    /// Returns `content` with the reservation attached, which lasts until a slow reader has taken
    /// it all.
    pub fn hold(self, content: Bytes) -> Bytes {
        match self.0 {
            None => content,
            held => in_place(content, held),
        }
    }
}

/// Returns `content` with its reservation attached; dropping the last clone releases it.
pub(crate) fn in_place<T: AsRef<[u8]> + Send + 'static>(
    content: T,
    held: Option<Reservation>,
) -> Bytes {
    Bytes::from_owner(Counted { content, _held: held })
}

struct Counted<T> {
    content: T,
    _held: Option<Reservation>,
}

impl<T: AsRef<[u8]>> AsRef<[u8]> for Counted<T> {
    fn as_ref(&self) -> &[u8] {
        self.content.as_ref()
    }
}

/// Reading of the body has stopped; [`RequestUsage::rejection`] gives the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the body was refused")]
pub struct Refused;

/// Returns the 413 error.
pub fn too_large() -> ApiError {
    ApiError::new(413, "request.too_large", "That is too large to send.")
}

fn count(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}
