//! What a database knows about itself.

use sparkyard_db::{Db, DbError};

const NAME: &str = "kind";

/// What a database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A real community.
    Live,
    /// A sample community in the making.
    Filling,
    /// A sample community.
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

/// What `db` holds; `None` before its first start is over.
pub(super) async fn kind(db: &Db) -> Result<Option<Kind>, DbError> {
    let fact = db.query("SELECT VALUE value FROM type::record('fact', $name)").bind("name", NAME);
    let Some(text) = fact.fetch_optional::<String>().await? else { return Ok(None) };
    let known = Kind::ALL.into_iter().find(|kind| kind.as_str() == text);
    known.map(Some).ok_or_else(|| DbError::Corrupt(format!("unknown kind of database {text:?}")))
}

/// Notes what `db` holds.
pub(super) async fn set_kind(db: &Db, kind: Kind) -> Result<(), DbError> {
    let write = db.write("core.set_kind").bind("name", NAME).bind("kind", kind.as_str());
    write.step("UPSERT type::record('fact', $name) SET value = $kind").run().await
}
