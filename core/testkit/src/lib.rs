//! A server inside a test: the chosen modules on a fresh database, with members who send HTTP
//! requests.
//!
//! ```ignore
//! sparkyard_testkit::community![sparkyard_auth::Auth, sparkyard_explore::Explore];
//!
//! let app = TestApp::start().await;
//! let ana = app.member_in("ana", "Leeds").await;
//! ana.get("/api/wallet/balance").await.ok();
//! ```

#![recursion_limit = "256"]
// A failure in the test kit is a failed test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::must_use_candidate)]

/// The server's allocator: with the system's, tests spend a third of their time in it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod alone;
mod answer;
mod app;
mod folder;
mod member;
mod pdf;
#[cfg(feature = "pictures")]
mod picture;
mod store;
pub mod stripe;
mod template;

pub use alone::{ModuleAlone, tools};
pub use answer::Answer;
pub use app::{Community, PASSWORD, TestApp};
pub use folder::FolderCopy;
pub use member::{Member, encoded};
pub use pdf::{pdf_pages, poppler};
#[cfg(feature = "pictures")]
pub use picture::{picture, picture_with_huge_profile};
#[doc(hidden)]
pub use sparkyard_host::modules;
pub use store::{count, rows_with, table_names};

/// Defines the type `TestApp` for the modules that a test program needs.
#[macro_export]
macro_rules! community {
    ($($module:ty),+ $(,)?) => {
        /// Modules that these tests need.
        pub struct Tested;

        impl $crate::Community for Tested {
            type Modules = $crate::modules!($($module),+);
        }

        /// A server with those modules.
        pub type TestApp = $crate::TestApp<Tested>;
    };
}
