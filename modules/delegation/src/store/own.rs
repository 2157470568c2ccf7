//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rules: who acts for the member, and for whom the member acts.
pub(crate) fn own() -> [OwnRows; 2] {
    let rows = |what, title, key| {
        OwnRows::list(what, title, "delegation", key)
            .people(&["member", "delegate"])
            .fields("member, delegate, status, appointed_at, since")
    };
    [
        rows("delegation.own", "Your helper", "member").mine("member = $user"),
        rows("delegation.for_others", "Neighbours you help", "newest").mine("delegate = $user"),
    ]
}
