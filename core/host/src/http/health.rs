//! Liveness and readiness of the server.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use data_encoding::HEXLOWER;
use poem::{Endpoint, IntoResponse, Request, Response, handler, http::Uri, web::Data};
use sparkyard_db::{Condition, Db};
use sparkyard_kernel::{ApiError, keys::MasterKey, module::Loading};

/// Length of an [`InstanceId`] before it is encoded.
const ID_BYTES: usize = 8;

/// Header of `/healthz` with the [`InstanceId`].
pub const INSTANCE: &str = "x-sparkyard-instance";

/// Id of a site, by which its operator recognises it behind a public address. It tells nothing
/// about the key from which it is derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceId(String);

impl InstanceId {
    /// Derives the id from the master key.
    pub fn new(keys: &MasterKey) -> Self {
        let derived = keys.derive("core.instance");
        Self(HEXLOWER.encode(&derived[..ID_BYTES]))
    }

    /// Returns the text that `/healthz` sends.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

use crate::Host;

/// Whether the server is stopping.
#[derive(Debug, Default)]
pub(crate) struct Stopping(AtomicBool);

impl Stopping {
    /// Notes that the server is stopping.
    pub(crate) fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[handler]
pub(super) fn healthz(Data(instance): Data<&InstanceId>) -> Response {
    "ok\n".with_header(INSTANCE, instance.as_str()).into_response()
}

/// Returns 503 with the reason while the database does not answer or accepts no writes, while data
/// is loaded that requests would wait for, and once the server is stopping.
#[handler]
pub(super) async fn readyz(
    Data(db): Data<&Db>,
    Data(loading): Data<&Arc<[Arc<dyn Loading>]>>,
    Data(stopping): Data<&Arc<Stopping>>,
) -> poem::Result<&'static str> {
    let reason = match stopping.0.load(Ordering::Relaxed) {
        true => Some(("The server is stopping.".to_owned(), 10)),
        false => not_ready(db, loading).await,
    };
    let Some((reason, wait)) = reason else { return Ok("ready\n") };
    let error = ApiError::new(503, "server.not_ready", reason).retry_after(wait);
    Err(poem::Error::from_response(error.into_response()))
}

/// Returns why the server is not ready, and after how many seconds to ask again.
async fn not_ready(db: &Db, loading: &[Arc<dyn Loading>]) -> Option<(String, u64)> {
    let condition = db.condition().borrow().clone();
    let reason = match condition {
        Condition::Ready => match db.ping().await {
            Ok(()) => return Some((loading.iter().find_map(|one| one.progress())?, 1)),
            Err(cause) => {
                tracing::error!("the database does not answer: {cause}");
                "The database does not answer."
            }
        },
        Condition::Full => "The disk is full: nothing can be saved until there is room.",
        Condition::Failed(_) => "The disk refuses to save: the log says why.",
        Condition::Closed(_) => "The database is closed.",
    };
    Some((reason.to_owned(), 10))
}

impl Host {
    /// Makes `/readyz` answer 503, so that a load balancer sends no more requests.
    pub fn begin_stop(&self) {
        self.stopping.begin();
    }

    /// Checks whether requests are answered and the database answers; fails if not. A refusal is an
    /// answer, too: a busy server or a full disk is no reason to restart.
    pub async fn check_alive(&self) -> anyhow::Result<()> {
        let request = Request::builder().uri(Uri::from_static("/healthz")).finish();
        self.endpoint.get_response(request).await;
        Ok(self.cx.db.ping().await?)
    }
}
