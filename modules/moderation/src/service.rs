//! Business logic: the ports used, and the operations by topic.

mod activity;
mod appeal_links;
mod appeal_queue;
mod appeals;
mod audit;
mod cases;
mod claims;
mod clusters;
mod held_posts;
mod members;
mod notes;
mod online_safety;
mod overview;
mod posts_shown;
mod replies;
mod reports;
mod reposted;
mod reviews;
mod rules;
mod takedowns;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Documents, Ports, Timestamp,
    ports::{
        Accounts, Bookings, ContactMessages, Conversations, Exchanges, Files, Kyc, Ledger, Live,
        Needs, Payouts, People, Reviews, SignIns, Skills,
    },
};

use tokio::sync::Mutex;

pub(crate) use self::{appeal_links::AppealLinks, claims::NamedClaim, held_posts::settled};
use crate::{config::ModerationConfig, model::MonthFigures, store::ModerationStore};

/// State shared by all operations.
pub(crate) struct ModerationService {
    cx: Cx,
    config: ModerationConfig,
    store: ModerationStore,
    links: AppealLinks,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    sign_ins: Arc<dyn SignIns>,
    files: Arc<dyn Files>,
    contact: Option<Arc<dyn ContactMessages>>,
    conversations: Option<Arc<dyn Conversations>>,
    live: Option<Arc<dyn Live>>,
    skills: Option<Arc<dyn Skills>>,
    needs: Option<Arc<dyn Needs>>,
    bookings: Option<Arc<dyn Bookings>>,
    reviews: Option<Arc<dyn Reviews>>,
    ledger: Option<Arc<dyn Ledger>>,
    kyc: Option<Arc<dyn Kyc>>,
    payouts: Option<Arc<dyn Payouts>>,
    exchanges: Option<Arc<dyn Exchanges>>,
    documents: Documents,
    /// Figures of the last months, and the time of counting them.
    history: Mutex<Option<(Timestamp, Vec<MonthFigures>)>>,
}

impl ModerationService {
    /// Resolves the ports. Fails if a required port is missing; the error names it.
    pub(crate) fn new(cx: &Cx, config: ModerationConfig, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "moderation";
        Ok(Self {
            config,
            store: ModerationStore::new(cx.db.clone()),
            links: AppealLinks::new(cx),
            accounts: ports.require(NAME)?,
            people: ports.require(NAME)?,
            sign_ins: ports.require(NAME)?,
            files: ports.require(NAME)?,
            contact: ports.optional(),
            conversations: ports.optional(),
            live: ports.optional(),
            cx: cx.clone(),
            skills: ports.optional(),
            needs: ports.optional(),
            bookings: ports.optional(),
            reviews: ports.optional(),
            ledger: ports.optional(),
            kyc: ports.optional(),
            payouts: ports.optional(),
            exchanges: ports.optional(),
            documents: Documents::default(),
            history: Mutex::default(),
        })
    }
}
