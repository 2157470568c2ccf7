//! Tests of the whole product: through HTTP in process, and as the real binary on a real disk.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed test may panic")]

mod acme;
mod appeals;
mod audited;
mod backups;
mod binary;
mod bodies;
mod bookings;
mod bounds;
mod client;
#[cfg(target_os = "linux")]
mod disk;
mod doctor;
mod duties;
mod files;
mod hashing;
mod headers;
mod hostile;
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
mod operations;
mod own_data;
mod people;
mod places;
mod privacy;
mod promised;
mod proxy;
mod readers;
#[cfg(feature = "remote-tests")]
mod remote;
mod safety;
mod secrets;
mod served;
mod set_up;
mod settings;
mod simulation;
mod skills;
mod social;
mod statements;
mod stopping;
mod stops;
#[cfg(target_os = "linux")]
mod supervisor;
mod texts;
mod tls;
mod told;
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
