//! Preferences of members: which mail and push messages they get, quiet hours, language, and
//! whether others see what they have read; and archives of their data. The module sends and hides
//! nothing itself; the modules that do ask through a port.
//!
//! Whether a member can be found is stored with the profile, whose index reads it.

mod api;
mod error;
mod jobs;
mod model;
mod ports;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, Module, Ports,
    db::Migration,
    leaving::Leaving,
    migrations,
    ports::{MailChoices, Preferences},
};

use ports::SettingsPort;
use service::{SettingsService, exports::ExportService, leaving::LeavingService};
use store::SettingsStore;

/// The settings module.
#[derive(Debug)]
pub struct Settings {
    cx: Cx,
}

impl Module for Settings {
    const NAME: &'static str = "settings";
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_settings",
        "0002_receipts",
        "0003_exports",
        "0004_letters",
        "0005_link_preview",
        "0006_staff_exports"
    ];
    const LEAVING: Leaving = store::LEAVING;
    type Config = ();
    type Api = (
        api::ChoicesApi,
        api::ExportsApi,
        api::LeavingApi,
        api::PreferencesApi,
        api::PrivacyApi,
        api::RetentionApi,
        api::StaffExportsApi,
        api::UnsubscribeApi,
    );

    fn new(cx: &Cx, (): ()) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone() })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = Arc::new(SettingsPort { store: SettingsStore::new(self.cx.db.clone()) });
        ports.offer::<dyn Preferences>(Self::NAME, port.clone());
        ports.offer::<dyn MailChoices>(Self::NAME, port);
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(SettingsService::new(
            &self.cx,
            ports.require(Self::NAME)?,
            ports.require(Self::NAME)?,
        ));
        let exports = Arc::new(ExportService::new(&self.cx, ports)?);
        let leaving = Arc::new(LeavingService::new(&self.cx, ports)?);
        let jobs = [jobs::write_exports(&exports), jobs::sweep_exports(&exports)];
        let api = (
            api::ChoicesApi::new(service.clone()),
            api::ExportsApi(exports.clone()),
            api::LeavingApi(leaving),
            api::PreferencesApi::new(service.clone()),
            api::PrivacyApi::new(service.clone()),
            api::RetentionApi::new(service.clone()),
            api::StaffExportsApi(exports),
            api::UnsubscribeApi::new(service),
        );
        let [write, sweep] = jobs;
        let finished = Finished::api(api).purge(store::forget()).own(store::own());
        Ok(finished.job(write).job(sweep))
    }
}
