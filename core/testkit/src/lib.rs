//! A server inside a test: the modules that it names on a fresh database, with members who speak
//! HTTP.
//!
//! ```ignore
//! sparkyard_testkit::community![sparkyard_auth::Auth, sparkyard_explore::Explore];
//!
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
#[cfg(feature = "pictures")]
mod picture;
mod store;
mod template;

pub use alone::ModuleAlone;
pub use answer::Answer;
pub use app::{Community, PASSWORD, TestApp};
pub use member::Member;
#[cfg(feature = "pictures")]
pub use picture::{picture, picture_with_huge_profile};
#[doc(hidden)]
pub use sparkyard_host::modules;
pub use store::count;

/// Names the modules of a test program: makes its type `TestApp`.
#[macro_export]
macro_rules! community {
    ($($module:ty),+ $(,)?) => {
        /// The modules that these tests need.
        pub struct Tested;

        impl $crate::Community for Tested {
            type Modules = $crate::modules!($($module),+);
        }

        /// A server of those.
        pub type TestApp = $crate::TestApp<Tested>;
    };
}
