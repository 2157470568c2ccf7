//! Skills: what people offer, under which category, at which rate, with which pictures; and how
//! names outside the catalogue are approved.
//!
//! It must not know how skills are booked, paid or found by place: others ask it through the
//! port `Skills`, and it asks `People` who somebody is and `Files` to keep pictures.

mod api;
mod error;
mod model;
mod ports;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, HeldFiles, Module, Ports,
    db::Migration,
    migrations,
    ports::{Files, People},
};

use crate::{
    api::SkillApi, model::catalogue::Catalogue, ports::SkillsPort, service::SkillService,
    store::SkillStore,
};

/// The module.
pub struct Skills {
    cx: Cx,
    catalogue: Arc<Catalogue>,
}

impl Module for Skills {
    const NAME: &'static str = "skills";
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_skills",
        "0002_search",
        "0003_names",
        "0004_deleted_photos",
        "0005_bounds",
        "0006_newest_first",
        "0007_adding"
    ];
    const FILES: &'static [HeldFiles] = &[HeldFiles {
        table: "skill",
        fields: &["thumbnail01", "thumbnail02", "thumbnail03", "thumbnail04"],
    }];
    type Config = ();
    type Api = SkillApi;

    fn new(cx: &Cx, (): ()) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), catalogue: Arc::new(Catalogue::load()?) })
    }

    fn provide(&self, ports: &mut Ports) {
        let store = SkillStore::new(self.cx.db.clone());
        let port = Arc::new(SkillsPort { store });
        ports.offer::<dyn sparkyard_kernel::ports::Skills>(Self::NAME, port);
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let people = ports.require::<dyn People>(Self::NAME)?;
        let files = ports.require::<dyn Files>(Self::NAME)?;
        let forget = store::forget_deleted(self.cx.db.clone()).job();
        let service = Arc::new(SkillService::new(self.cx, self.catalogue, people, files));
        Ok(Finished::api(api::operations(&service)).job(forget))
    }
}
