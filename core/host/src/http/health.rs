//! Liveness and readiness of the server.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use data_encoding::HEXLOWER;
use poem::{Endpoint, IntoResponse, Request, Response, handler, http::Uri, web::Data};
use sparkyard_db::{Condition, Db};
use sparkyard_kernel::{ApiError, keys::MasterKey, module::Loading};

use crate::Host;

/// Length of a [`SiteId`] before it is encoded.
const ID_BYTES: usize = 8;

/// Header of `/healthz` with the [`SiteId`].
pub const SITE_ID_HEADER: &str = "x-sparkyard-instance";

/// Id of a site, the same in all of its server processes. The doctor checks with it that the public
/// address leads to this site. It reveals nothing about the key from which it is derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteId(String);

impl SiteId {
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

/// Whether the server is stopping.
#[derive(Debug, Default)]
pub(crate) struct Stopping(AtomicBool);

impl Stopping {
    /// Records that the server is stopping.
    pub(crate) fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[handler]
pub(super) fn healthz(Data(site_id): Data<&SiteId>) -> Response {
    "ok\n".with_header(SITE_ID_HEADER, site_id.as_str()).into_response()
}

/// Returns 503 with the reason while the database does not respond or accepts no writes, while data
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

/// Returns the reason why the server is not ready, and the seconds for `Retry-After`.
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
        Condition::Failed(_) => "Writing to the disk fails; the log has the cause.",
        Condition::Closed(_) => "The database is closed.",
    };
    Some((reason.to_owned(), 10))
}

impl Host {
    /// Makes `/readyz` return 503, so that a load balancer sends no more requests.
    pub fn begin_stop(&self) {
        self.stopping.begin();
    }

    /// Checks whether requests get responses and the database responds. An error response passes,
    /// too: a busy server or a full disk is no reason to restart.
    pub async fn check_alive(&self) -> anyhow::Result<()> {
        let request = Request::builder().uri(Uri::from_static("/healthz")).finish();
        self.endpoint.get_response(request).await;
        Ok(self.cx.db.ping().await?)
    }
}
