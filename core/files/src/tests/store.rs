//! Things that name files, in the database.

use sparkyard_db::Db;
use sparkyard_kernel::HeldFiles;

/// Where things name files.
pub(super) const THINGS: HeldFiles = HeldFiles { table: "thing", fields: &["first", "second"] };

/// Makes the table of things.
pub(super) async fn define(db: &Db) {
    let define = db.write("test.define").step("DEFINE TABLE thing");
    define.run::<()>().await.unwrap();
}

/// The thing that names a file in one of its fields.
pub(super) async fn hold(db: &Db, field: &'static str, name: &str) {
    let other = if field == "first" { "second" } else { "first" };
    let write = db.write("test.hold").bind("name", name.to_owned());
    let step = format!("UPSERT thing:one SET {field} = $name, {other} = NONE");
    write.step(&step).run::<()>().await.unwrap();
}

/// So many things more with whole numbers as ids, and as many with words. Of either, every second
/// one names the file `n{number}.bin` in one of its fields.
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

/// Nothing names a file any more.
pub(super) async fn let_go(db: &Db) {
    db.write("test.let_go").step("DELETE thing").run::<()>().await.unwrap();
}

/// How many files the database knows of.
pub(super) async fn records(db: &Db) -> usize {
    db.query("SELECT VALUE name FROM stored_file").fetch::<String>().await.unwrap().len()
}

/// How many rows there are of what somebody used up on a day.
pub(super) async fn allowances(db: &Db) -> usize {
    db.query("SELECT VALUE used FROM allowance").fetch::<i64>().await.unwrap().len()
}
