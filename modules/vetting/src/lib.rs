//! Checks that the operators make of members, such as references, an induction or a DBS check.
//!
//! Admins name the checks and record who has passed them. A check may run out, may show as a badge
//! on profiles, and may be needed for some categories: then only members who have it can offer
//! skills there and be booked. The module stores no documents and no results, only that a check was
//! passed, and until when. Others ask the port `Vetting`.

mod api;
mod error;
mod jobs;
mod model;
mod ports;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{Cx, Finished, Module, Ports, db::Migration, leaving::Leaving, migrations};

use crate::{
    api::{CheckApi, RecordApi},
    ports::VettingPort,
    service::VettingService,
    store::VettingStore,
};

/// The module.
#[derive(Debug)]
pub struct Vetting {
    cx: Cx,
}

impl Module for Vetting {
    const NAME: &'static str = "vetting";
    const MIGRATIONS: &'static [Migration] = migrations!["0001_vetting"];
    const LEAVING: Leaving = store::LEAVING;
    type Config = ();
    type Api = (CheckApi, RecordApi);

    fn new(cx: &Cx, (): ()) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone() })
    }

    fn provide(&self, ports: &mut Ports) {
        let store = VettingStore::new(self.cx.db.clone());
        let port = VettingPort::new(store, self.cx.clock.clone());
        ports.offer::<dyn sparkyard_kernel::ports::Vetting>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(VettingService::new(self.cx, ports)?);
        let api = (CheckApi(service.clone()), RecordApi(service.clone()));
        Ok(Finished::api(api).job(jobs::remind(service)).own(store::own()))
    }
}
