//! Skills that people offer, with category, rate and pictures; and the approval of names outside
//! the catalogue.
//!
//! # How skills are found
//!
//! Search text is compared with the words of each category by prefix and English stem
//! (`model::words`): its titles, words that admins added, and the everyday words in
//! `categories.json`. If nothing matches, one letter of each word of five or more may be wrong. All
//! these words are in memory (`service::vocabulary`).
//!
//! `People` returns who offers a matching skill, and how far away; its index holds the slugs under
//! which everybody offers something. The skills of one page of people are read from the database.
//! Only for a viewer without a location, and without one in the request, are skills listed newest
//! first.
//!
//! # Categories
//!
//! Built-in categories apply until an admin changes one; then all are stored in one row. A skill
//! holds the slug and the title of its category. After a category was renamed, or its skills were
//! moved into another, a job gives them the new title or slug in batches, and tells the index of
//! people.
//!
//! The module must not know how skills are booked, paid or found by place. Other modules use the
//! port `Skills`; this one uses `People` for profiles and neighbours, and `Files` to store
//! pictures.

mod api;
mod error;
mod jobs;
mod model;
mod ports;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, HeldFiles, Module, Ports,
    db::Migration,
    leaving::Leaving,
    migrations,
    ports::{Appeals, Files, FirstPosts, Kyc, People, Vetting},
};

use crate::{
    api::SkillApi,
    model::catalogue::Catalogue,
    ports::SkillsPort,
    service::{OfferCache, OptionalPorts, SkillService, Vocabulary},
    store::SkillStore,
};

/// The skills module.
pub struct Skills {
    cx: Cx,
    offers: OfferCache,
    vocabulary: Arc<Vocabulary>,
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
        "0007_adding",
        "0008_words",
        "0009_taken_down",
        "0010_withheld_photos",
        "0011_imported",
        "0012_moderation",
        "0013_accepted_names",
        "0014_categories"
    ];
    const FILES: &'static [HeldFiles] = &[HeldFiles {
        table: "skill",
        fields: &["thumbnail01", "thumbnail02", "thumbnail03", "thumbnail04"],
    }];
    const LEAVING: Leaving = store::LEAVING;
    type Config = ();
    type Api = SkillApi;

    fn new(cx: &Cx, (): ()) -> anyhow::Result<Self> {
        let store = SkillStore::new(cx.db.clone());
        let offers = OfferCache::new(store.clone());
        let vocabulary = Arc::new(Vocabulary::new(store, Catalogue::load()?));
        Ok(Self { cx: cx.clone(), offers, vocabulary })
    }

    fn provide(&self, ports: &mut Ports) {
        let store = SkillStore::new(self.cx.db.clone());
        let (offers, vocabulary) = (self.offers.clone(), self.vocabulary.clone());
        let port = SkillsPort { store, offers, vocabulary };
        ports.offer::<dyn sparkyard_kernel::ports::Skills>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let people = ports.require::<dyn People>(Self::NAME)?;
        let files = ports.require::<dyn Files>(Self::NAME)?;
        let Self { cx, offers, vocabulary } = self;
        offers.people.fill(&people);
        let optional = OptionalPorts {
            kyc: ports.optional::<dyn Kyc>(),
            vetting: ports.optional::<dyn Vetting>(),
            first_posts: ports.optional::<dyn FirstPosts>(),
            appeals: ports.optional::<dyn Appeals>(),
        };
        let service = SkillService::new(cx, offers, vocabulary, people, files, optional);
        let service = Arc::new(service);
        let finished = Finished::api(api::operations(&service)).job(jobs::settle(&service));
        Ok(finished.own(store::own()).purge(store::forget()))
    }
}
