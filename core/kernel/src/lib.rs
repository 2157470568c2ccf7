//! Building blocks shared by all modules: the [`Module`] trait and its context, ports, events, ids,
//! money, time, the response envelope, and the extractors that authenticate the caller.
//!
//! The kernel contains no feature: it has no skill or booking logic, only the plain data that ports
//! carry between modules.

pub mod http;
pub mod module;
pub mod values;

pub use http::{
    AdminOnly, ApiError, Caller, ClientAddress, Cursor, Data, Documents, Failure, Json, Limit,
    MaybeJson, MemberOrDelegate, MemberOrDelegateWithoutAgreement, Months, Page, PageQuery, Period,
    RateClass, RatedPath, Reply, Role, SegmentForm, SegmentView, SignedIn,
    SignedInWithoutAgreement, StaffOnly, Success, UnreadFile, attachment, auth, client, done,
    download, envelope, error, idempotency, in_flight, json, listed, multipart, ok, page, quota,
    rate, request_usage, signature, text_block, unsubscribe, validate,
};
pub use module::{
    ChangeCache, Cx, Event, EventHandler, Finished, HeldFiles, Job, Module, Ports, allowance,
    audit, event, events, job, keys, leaving, own_rows, ports, probe, purge, seal, segment,
    site_choices, site_mode,
};
pub use sparkyard_db as db;
pub use sparkyard_db::{Timestamp, newest_first};
pub use sparkyard_pdf as pdf;
pub use values::{
    AdminSetting, ApprovalStatus, BookingId, CancellationPolicy, CashInId, Clock, DateTime,
    ExperienceLevel, Gender, Ids, IntentId, ItemId, ManualClock, ModerationState, Money,
    PaymentMethod, Point, Price, SkillId, Sparks, SystemClock, UserId, calendar, clock, csv,
    date_time, geo, id, markdown, money, payment, site, text, text_folding, zone,
};
