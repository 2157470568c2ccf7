//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rules: the profile and ties to others.
pub(crate) fn own() -> [OwnRows; 4] {
    [
        OwnRows::record("explore.profile", "Your profile", "type::record('person', $user)")
            .fields(
                "firstname, lastname, gender, phone, bio, website, photourl, location, street, \
                 zip_code, lat, lon, wants_visible AS visible, total_followers, total_following, \
                 rating_sum, review_count, referral_code AS invitation_code, created_at",
            )
            .files(&["photourl"]),
        OwnRows::list("explore.following", "People you follow", "follows", "newest")
            .mine("in = type::record('person', $user)")
            .fields("record::id(out) AS member, created_at")
            .people(&["member"]),
        OwnRows::list("explore.followers", "People who follow you", "follows", "newest")
            .mine("out = type::record('person', $user)")
            .fields("record::id(in) AS member, created_at")
            .people(&["member"]),
        OwnRows::list("explore.blocked", "People you blocked", "block", "newest")
            .mine("member = $user")
            .fields("other AS member, created_at")
            .people(&["member"]),
    ]
}
