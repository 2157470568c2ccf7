//! Building blocks shared by all modules: the [`Module`] trait and its context, ports, events, ids,
//! money, time, the response envelope, and the extractors that authenticate the caller.
//!
//! The kernel knows no feature: it has no skill or booking logic, only the plain data that ports
//! carry between modules.

pub mod allowance;
pub mod audit;
pub mod auth;
mod change_cache;
pub mod client;
pub mod clock;
pub mod date_time;
pub mod download;
pub mod envelope;
pub mod error;
pub mod event;
pub mod events;
pub mod fold;
mod gender;
pub mod geo;
pub mod id;
pub mod idempotency;
pub mod in_flight;
pub mod intake;
pub mod job;
pub mod json;
pub mod keys;
pub mod module;
pub mod money;
pub mod multipart;
pub mod page;
pub mod payment;
mod plain;
pub mod ports;
pub mod purge;
pub mod quota;
pub mod rate;
pub mod site;
mod skill;
mod store;
pub mod text;
pub mod unread;
pub mod unsubscribe;
pub mod validate;
pub mod zone;

pub use auth::{AdminOnly, Caller, Role, SignedIn, StaffOnly};
pub use change_cache::ChangeCache;
pub use client::ClientAddress;
pub use clock::{Clock, ManualClock, SystemClock};
pub use date_time::DateTime;
pub use envelope::{Data, Failure, Reply, Success, done, listed, ok};
pub use error::ApiError;
pub use event::{Event, EventHandler};
pub use gender::Gender;
pub use geo::Point;
pub use id::{BookingId, CashInId, Ids, IntentId, ItemId, SkillId, UserId};
pub use job::Job;
pub use json::{Json, MaybeJson};
pub use module::{Cx, Finished, HeldFiles, Module};
pub use money::{Money, Price, Sparks};
pub use page::{Cursor, Limit, Page, PageQuery};
pub use payment::PaymentMethod;
pub use ports::Ports;
pub use rate::{RateClass, RatedPath};
pub use skill::{ApprovalStatus, CancellationPolicy, ExperienceLevel};
pub use sparkyard_db as db;
pub use sparkyard_db::{Timestamp, newest_first};
pub use unread::UnreadFile;
