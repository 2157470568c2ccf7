//! Identity checks: members hand in papers that prove who they are and where they live, and
//! admins decide about them.
//!
//! Papers are for the eyes of their owner and the admins only: they lie encrypted behind the
//! port `Files`, every admin who reads one is in the audit log, and some time after the decision the
//! picture goes while the decision stays. It must not know what being verified is good for:
//! others ask it through the port `Kyc`.

mod api;
mod decision;
mod error;
mod form;
mod model;
mod papers;
mod port;
mod purge;
mod store;
mod view;

use std::{sync::Arc, time::Duration};

use serde::Deserialize;
use sparkyard_kernel::{
    Cx, Finished, HeldFiles, Job, Module, Ports,
    db::Migration,
    migrations,
    ports::{Accounts, Files, People},
};

use crate::{
    api::{AdminApi, KycApi},
    papers::Papers,
    port::KycPort,
    purge::Purge,
    store::Store,
};

/// The `[kyc]` section of the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KycConfig {
    /// Days after a decision until the picture of the paper is deleted.
    pub retention_days: u16,
}

impl Default for KycConfig {
    fn default() -> Self {
        Self { retention_days: 90 }
    }
}

/// The module.
#[derive(Debug)]
pub struct Kyc {
    cx: Cx,
    config: KycConfig,
}

impl Kyc {
    fn store(&self) -> Store {
        Store::new(self.cx.db.clone())
    }
}

impl Module for Kyc {
    const NAME: &'static str = "kyc";
    const MIGRATIONS: &'static [Migration] = migrations!["0001_kyc"];
    const FILES: &'static [HeldFiles] = &[HeldFiles { table: "kyc_document", fields: &["file"] }];
    type Config = KycConfig;
    type Api = (KycApi, AdminApi);

    fn new(cx: &Cx, config: KycConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = KycPort(self.store());
        ports.offer::<dyn sparkyard_kernel::ports::Kyc>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let (store, ids) = (self.store(), self.cx.ids.clone());
        let purge = Purge::new(store.clone(), ids, self.config.retention_days);
        let job =
            Job { name: "kyc.purge", every: Duration::from_hours(1), runner: Arc::new(purge) };
        let papers = Papers {
            store,
            files: ports.require::<dyn Files>(Self::NAME)?,
            people: ports.require::<dyn People>(Self::NAME)?,
            accounts: ports.require::<dyn Accounts>(Self::NAME)?,
            cx: self.cx,
            retention_days: self.config.retention_days,
        };
        Ok(Finished::api((KycApi(papers.clone()), AdminApi(papers))).job(job))
    }
}
