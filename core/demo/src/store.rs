//! Kind of a database, stored in the database itself.

use sparkyard_db::{Db, DbError};

const NAME: &str = "kind";

/// Kind of content of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A real community.
    Live,
    /// A sample community that is being created.
    Filling,
    /// A complete sample community.
    Demo,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Live, Self::Filling, Self::Demo];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Filling => "demo-filling",
            Self::Demo => "demo",
        }
    }
}

/// Returns the kind of `db`; `None` until its first start has finished.
pub(super) async fn kind(db: &Db) -> Result<Option<Kind>, DbError> {
    let fact = db.query("SELECT VALUE value FROM type::record('fact', $name)").bind("name", NAME);
    let Some(text) = fact.fetch_optional::<String>().await? else { return Ok(None) };
    let known = Kind::ALL.into_iter().find(|kind| kind.as_str() == text);
    known.map(Some).ok_or_else(|| DbError::Corrupt(format!("unknown kind of database {text:?}")))
}

/// Stores the kind of `db`.
pub(super) async fn set_kind(db: &Db, kind: Kind) -> Result<(), DbError> {
    let write = db.write("core.set_kind").bind("name", NAME).bind("kind", kind.as_str());
    write.step("UPSERT type::record('fact', $name) SET value = $kind").run().await
}
