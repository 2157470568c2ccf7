//! Test data: large numbers of people.

use sparkyard_kernel::db::Db;

/// Adds `count` people, each named `name` and a number.
pub(crate) async fn crowd(db: &Db, name: &str, count: usize) {
    let adding = db.write("test.crowd").bind("name", name.to_owned()).bind("count", count);
    let step = "FOR $n IN 0..$count { \
        LET $move = (UPSERT ONLY type::record('counter', 'explore.moved') SET n = (n ?? 0) + 1); \
        CREATE type::record('person', $name + <string> $n) SET firstname = $name, lastname = '', \
        gender = 'other', phone = '', bio = '', website = '', location = '', street = '', \
        zip_code = '', city_key = 'leeds', visible = true, total_followers = 0, \
        total_following = 0, rating_sum = 0, review_count = 0, referral_code = $name + <string> $n, \
        created_at = time::now(), newest = $name + <string> $n, \
        words = $name + ' ' + <string> $n, moved = $move.n, cell_row = $n, cell_col = 3 }";
    adding.step(step).run::<()>().await.unwrap();
}

pub(crate) async fn rename(db: &Db, id: &str, words: &str) {
    db.write("test.rename")
        .bind("id", id.to_owned())
        .bind("words", words.to_owned())
        .step("UPDATE type::record('person', $id) SET words = $words")
        .step("fn::explore::touch($id)")
        .run::<()>()
        .await
        .unwrap();
}

/// Deletes the records of all index snapshots of this database.
pub(crate) async fn forget_snapshots(db: &Db) {
    let forget = db.write("test.forget").step("DELETE people_snapshot");
    forget.run::<()>().await.unwrap();
}
