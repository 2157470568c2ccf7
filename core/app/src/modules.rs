//! The rooms of this house: the only list of modules, one line each.

use crate::assembly::modules;

modules![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_skills::Skills,
    sparkyard_wallet::Wallet,
    sparkyard_bookings::Bookings,
    sparkyard_kyc::Kyc,
    sparkyard_notifications::Notifications,
    sparkyard_moderation::Moderation,
    sparkyard_site::Site,
];
