//! Import of a community from a table: members with their skills and their opening balances.
//!
//! The table is read and checked as a whole, and nothing of it reaches other modules before an
//! admin starts the import. Members are then created in batches. Each batch is one write together
//! with its progress, and asks for the next one by an event, so that an import goes on after any
//! stop and creates nobody twice. A row is imported whole or not at all.
//!
//! The module creates nothing itself: accounts, skills and transfers are parts of its writes that
//! other modules prepare, through their ports.

mod api;
mod error;
mod events;
mod model;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{Cx, Finished, Module, Ports, db::Migration, migrations};

use crate::{events::ImportEvents, service::ImportService};

/// The module.
#[derive(Debug)]
pub struct Imports {
    cx: Cx,
}

impl Module for Imports {
    const NAME: &'static str = "imports";
    const MIGRATIONS: &'static [Migration] = migrations!["0001_imports"];
    const LISTENS_TO: &'static [&'static str] = ImportEvents::NAMES;
    type Config = ();
    type Api = api::ImportApi;

    fn new(cx: &Cx, (): ()) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone() })
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(ImportService::new(self.cx, ports)?);
        let finished = Finished::api(api::ImportApi(service.clone()));
        Ok(finished.on_event(Arc::new(ImportEvents(service))).purge(store::forget()))
    }
}
