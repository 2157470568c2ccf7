//! Building blocks of HTTP operations: the caller, bodies of requests and responses, errors, pages,
//! and limits on the resources of a request.
//!
//! A type belongs here if only code that speaks HTTP needs it.

pub mod attachment;
pub mod auth;
pub mod client;
pub mod documents;
pub mod download;
pub mod envelope;
pub mod error;
pub mod idempotency;
pub mod in_flight;
pub mod json;
pub mod months;
pub mod multipart;
pub mod page;
pub mod period;
pub mod quota;
pub mod rate;
pub mod request_usage;
pub mod segment;
pub mod signature;
pub mod text_block;
pub mod unsubscribe;
mod uploaded_file;
pub mod validate;

pub use self::auth::{
    AdminOnly, Caller, MemberOrDelegate, MemberOrDelegateWithoutAgreement, Role, SignedIn,
    SignedInWithoutAgreement, StaffOnly,
};
pub use self::client::ClientAddress;
pub use self::documents::Documents;
pub use self::envelope::{Data, Failure, Reply, Success, done, listed, ok};
pub use self::error::ApiError;
pub use self::json::{Json, MaybeJson};
pub use self::months::Months;
pub use self::page::{Cursor, Limit, Page, PageQuery};
pub use self::period::Period;
pub use self::rate::{RateClass, RatedPath};
pub use self::segment::{SegmentForm, SegmentView};
pub use self::uploaded_file::UnreadFile;
