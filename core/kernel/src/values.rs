//! Value types of the domain: money, ids, places, dates and texts, with their validation.
//!
//! A type belongs here if it would mean the same without a server.

mod admin_setting;
pub mod calendar;
pub mod clock;
pub mod csv;
pub mod date_time;
mod gender;
pub mod geo;
pub mod id;
pub mod markdown;
mod moderation;
pub mod money;
pub(crate) mod openapi_type;
pub mod payment;
pub mod site;
mod skill;
pub mod text;
pub mod text_folding;
pub mod zone;

pub use self::admin_setting::AdminSetting;
pub use self::clock::{Clock, ManualClock, SystemClock};
pub use self::date_time::DateTime;
pub use self::gender::Gender;
pub use self::geo::Point;
pub use self::id::{BookingId, CashInId, Ids, IntentId, ItemId, SkillId, UserId};
pub use self::moderation::ModerationState;
pub use self::money::{Money, Price, Sparks};
pub use self::payment::PaymentMethod;
pub use self::skill::{ApprovalStatus, CancellationPolicy, ExperienceLevel};
