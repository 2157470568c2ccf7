//! Tests of the whole product: through HTTP in process, and as the real binary on a real disk.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed test may panic")]

mod acme;
mod appeals;
mod audited;
mod backups;
mod binary;
mod bookings;
mod bounds;
mod client;
#[cfg(target_os = "linux")]
mod disk;
mod doctor;
mod files;
mod hashing;
mod headers;
mod hostile;
mod http_responses;
mod large_bodies;
mod leaving;
mod ledger;
mod limits;
mod limits_slow;
mod logs;
mod mail;
#[cfg(target_os = "linux")]
mod memory;
mod metrics;
mod money;
mod notifications;
mod operations;
mod own_data;
mod people;
mod places;
mod privacy;
mod proxy;
#[cfg(feature = "remote-tests")]
mod remote;
mod safety;
mod secrets;
mod set_up;
mod settings;
mod shipped_texts;
mod simulation;
mod skills;
mod slow_downloads;
mod social;
mod staff_reminders;
mod statements;
mod stopping;
mod stops;
#[cfg(target_os = "linux")]
mod supervisor;
mod texts;
mod tls;
mod upgrades;

use std::sync::Arc;

use poem::endpoint::BoxEndpoint;
use sparkyard_host::config::Config;
use sparkyard_kernel::{Ports, site::Site};

/// The installed modules, for the testkit.
pub struct Product;

impl sparkyard_testkit::Community for Product {
    type Modules = sparkyard::modules::Installed;

    fn client(config: &Config, site: Arc<Site>, ports: &Ports) -> BoxEndpoint<'static> {
        sparkyard::client(config, site, ports)
    }
}

/// A server of the whole product, in process.
pub type TestApp = sparkyard_testkit::TestApp<Product>;
