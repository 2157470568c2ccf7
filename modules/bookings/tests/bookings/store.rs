use crate::fixture::Street;

/// Returns everything stored about feed addresses.
pub(crate) async fn calendar_feeds(street: &Street) -> Vec<String> {
    let query = street.app.db.query("SELECT VALUE seed + ' ' + hash FROM calendar_feed LIMIT 10");
    query.fetch().await.unwrap()
}
