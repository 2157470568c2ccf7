//! Database rows that refer to files.

use sparkyard_db::{Db, Fragment, Timestamp};
use sparkyard_kernel::HeldFiles;

/// Fields that refer to files.
pub(super) const THINGS: HeldFiles = HeldFiles { table: "thing", fields: &["first", "second"] };

/// Defines the table.
pub(super) async fn define(db: &Db) {
    let define = db.write("test.define").step("DEFINE TABLE thing");
    define.run::<()>().await.unwrap();
}

/// Stores a row that refers to a file in one of its fields.
pub(super) async fn hold(db: &Db, field: &'static str, name: &str) {
    let other = if field == "first" { "second" } else { "first" };
    let write = db.write("test.hold").bind("name", name.to_owned());
    let step = format!("UPSERT thing:one SET {field} = $name, {other} = NONE");
    write.step(&step).run::<()>().await.unwrap();
}

/// Stores `count` rows with integer ids, and as many with text ids. Of either, every second one
/// refers to the file `n{number}.bin`.
pub(super) async fn hold_many(db: &Db, count: u16) {
    let write = db.write("test.hold_many").bind("count", i64::from(count)).step(
        "FOR $n IN 0..$count {
            LET $name = IF $n % 2 = 0 { string::concat('n', <string>$n, '.bin') } ELSE { NONE };
            CREATE type::record('thing', $n) SET first = $name;
            CREATE type::record('thing', string::concat('t', <string>$n)) SET second = $name;
        }",
    );
    write.run::<()>().await.unwrap();
}

/// Deletes all references.
pub(super) async fn let_go(db: &Db) {
    db.write("test.let_go").step("DELETE thing").run::<()>().await.unwrap();
}

/// Returns the number of files known to the database.
pub(super) async fn records(db: &Db) -> usize {
    db.query("SELECT VALUE name FROM stored_file").fetch::<String>().await.unwrap().len()
}

/// Returns the number of rows of daily usage.
pub(super) async fn allowances(db: &Db) -> usize {
    db.query("SELECT VALUE used FROM allowance").fetch::<i64>().await.unwrap().len()
}

/// Withholds the file at a URL on behalf of one member who stored it.
pub(super) async fn withhold(db: &Db, address: &str, at: Timestamp) {
    let call = Fragment::new("fn::core::withhold_files", &[]).arg(vec![address.to_owned()]);
    db.write("test.withhold").call(call.arg(at)).run::<()>().await.unwrap();
}

/// Releases the file at a URL.
pub(super) async fn release(db: &Db, address: &str) {
    let call = Fragment::new("fn::core::release_files", &[]).arg(vec![address.to_owned()]);
    db.write("test.release").call(call).run::<()>().await.unwrap();
}

/// Takes a withheld file back on behalf of one member who stored it.
pub(super) async fn take_back_withheld(db: &Db, address: &str) {
    let call = Fragment::new("fn::core::take_back_withheld_files", &[]);
    let call = call.arg(vec![address.to_owned()]);
    db.write("test.take_back").call(call).run::<()>().await.unwrap();
}
