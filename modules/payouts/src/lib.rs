//! Bank accounts into which members want to be paid.
//!
//! Sort codes and account numbers are stored encrypted and shown masked; the module tells a member
//! of every account that is added. It must not know balances: the wallet says what can be
//! withdrawn.

mod api;
mod error;
mod model;
mod ports;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{Cx, Finished, Module, Ports, db::Migration, migrations};

use api::PayoutsApi;
use ports::PayoutsPort;
use service::PayoutsService;
use store::PayoutsStore;

/// The module.
#[derive(Debug)]
pub struct Payouts {
    cx: Cx,
}

impl Module for Payouts {
    const NAME: &'static str = "payouts";
    const MIGRATIONS: &'static [Migration] = migrations!["0001_payouts"];
    type Config = ();
    type Api = PayoutsApi;

    fn new(cx: &Cx, (): ()) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone() })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = PayoutsPort { store: PayoutsStore::new(self.cx.db.clone()) };
        ports.offer::<dyn sparkyard_kernel::ports::Payouts>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        Ok(Finished::api(PayoutsApi(Arc::new(PayoutsService::new(self.cx, ports)?))))
    }
}
