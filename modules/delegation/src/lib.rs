//! Delegates: members who act for another member, such as one who does not use a computer.
//!
//! An admin appoints the delegate. A member who can sign in has to accept it; for one without an
//! address the admin opens an account that nobody can sign in to, and notes how the member agreed.
//! The delegate sends the header `Acting-For` with their own access token; the operations that allow
//! it take `MemberOrDelegate`. What they change is recorded in the audit log before it happens.
//! Others ask the port `Delegations`.

mod api;
mod error;
mod model;
mod ports;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, Module, Ports, db::Migration, leaving::Leaving, migrations, ports::Delegations,
};

use crate::{
    api::{AdminApi, MemberApi},
    ports::DelegationsPort,
    service::DelegationService,
    store::DelegationStore,
};

/// The module.
#[derive(Debug)]
pub struct Delegation {
    cx: Cx,
}

impl Module for Delegation {
    const NAME: &'static str = "delegation";
    const MIGRATIONS: &'static [Migration] = migrations!["0001_delegation"];
    const LEAVING: Leaving = store::LEAVING;
    type Config = ();
    type Api = (MemberApi, AdminApi);

    fn new(cx: &Cx, (): ()) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone() })
    }

    fn provide(&self, ports: &mut Ports) {
        let store = DelegationStore::new(self.cx.db.clone());
        let port = DelegationsPort { cx: self.cx.clone(), store };
        ports.offer::<dyn Delegations>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(DelegationService::new(self.cx, ports)?);
        let api = (MemberApi(service.clone()), AdminApi(service));
        Ok(Finished::api(api).own(store::own()))
    }
}
