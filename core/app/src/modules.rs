//! The list of modules, one line each.

use sparkyard_host::modules;

/// All modules of the product.
pub type Installed = modules![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_skills::Skills,
    sparkyard_wallet::Wallet,
    sparkyard_payments::Payments,
    sparkyard_timebank::Timebank,
    sparkyard_bookings::Bookings,
    sparkyard_chat::Chat,
    sparkyard_kyc::Kyc,
    sparkyard_vetting::Vetting,
    sparkyard_delegation::Delegation,
    sparkyard_community::Community,
    sparkyard_imports::Imports,
    sparkyard_payouts::Payouts,
    sparkyard_notifications::Notifications,
    sparkyard_settings::Settings,
    sparkyard_moderation::Moderation,
    sparkyard_site::Site,
];

#[cfg(test)]
mod tests {
    use poem_openapi::{OpenApi, registry::MetaOperation};
    use sparkyard_host::ModuleSet;

    use super::*;

    #[test]
    fn rated_paths_are_operations_without_access_token() {
        let mut rated = Vec::new();
        Installed::rates(&mut rated);
        assert!(rated.len() > 4, "{rated:?}");
        let apis = <Installed as ModuleSet>::Api::meta();
        let paths: Vec<_> = apis.into_iter().flat_map(|api| api.paths).collect();
        let open = |operation: &MetaOperation| {
            !operation.security.iter().any(|scheme| scheme.contains_key("bearer"))
        };
        for rated in rated {
            let covered = |path: &&poem_openapi::registry::MetaPath| rated.covers(&path.path);
            let mut operations = paths.iter().filter(covered).flat_map(|path| &path.operations);
            assert!(operations.any(open), "{rated:?}");
        }
    }
}
