//! The whole product inside a test: a house on a fresh database, with members who speak HTTP.
//!
//! ```ignore
//! let app = TestApp::start().await;
//! let ana = app.member_in("ana", "Leeds").await;
//! ana.get("/api/wallet/balance").await.ok();
//! ```

// A test kit fails loudly: what goes wrong here is a failed test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::must_use_candidate)]

mod alone;
mod answer;
mod app;
mod member;
mod picture;
mod store;
mod template;

pub use alone::ModuleAlone;
pub use answer::Answer;
pub use app::{PASSWORD, TestApp};
pub use member::Member;
pub use picture::{picture, picture_with_huge_profile};
pub use store::count;
