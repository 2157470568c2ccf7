//! Identity verification: members submit documents that prove identity and address, and admins
//! decide on them.
//!
//! Only the owner and admins may see a document: files are stored encrypted by the port `Files`,
//! every admin who reads one is in the audit log, and some time after the decision the picture is
//! deleted while the decision stays. The module must not know what verification is used for: others
//! query it through the port `Kyc`.

mod api;
mod config;
mod error;
mod jobs;
mod model;
mod ports;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, HeldFiles, Module, Ports, db::Migration, leaving::Leaving, migrations,
};

use api::{AdminApi, KycApi};
use ports::KycPort;
use service::KycService;
use store::KycStore;

pub use config::KycConfig;

/// The module.
#[derive(Debug)]
pub struct Kyc {
    cx: Cx,
    config: KycConfig,
}

impl Module for Kyc {
    const NAME: &'static str = "kyc";
    const MIGRATIONS: &'static [Migration] = migrations!["0001_kyc", "0002_accepted"];
    const FILES: &'static [HeldFiles] = &[HeldFiles { table: "kyc_document", fields: &["file"] }];
    const LEAVING: Leaving = store::LEAVING;
    type Config = KycConfig;
    type Api = (KycApi, AdminApi);

    fn new(cx: &Cx, config: KycConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = KycPort { store: KycStore::new(self.cx.db.clone()) };
        ports.offer::<dyn sparkyard_kernel::ports::Kyc>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = KycService::new(self.cx, self.config, ports)?;
        let purge = jobs::purge(service.clone());
        let api = (KycApi(service.clone()), AdminApi(service));
        Ok(Finished::api(api).job(purge).own(store::own()))
    }
}
