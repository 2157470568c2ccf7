//! Everything that places reads and writes in the database: what was imported.

mod imports;
mod rows;

use bytes::Bytes;
use sparkyard_kernel::db::{Db, DbError, SurrealValue, Value};

use self::rows::ImportedRow;
pub(crate) use self::rows::NameBlock;
use crate::model::import::{Imported, Layout};

/// Above any part that is ever written.
const BEYOND: i64 = i64::MAX;
/// Blocks of names read at once: about a megabyte, so that reading leaves no more behind than it
/// has to.
const BLOCKS_AT_ONCE: i64 = 24;

/// What was imported, in the database.
#[derive(Clone)]
pub(crate) struct PlaceStore {
    db: Db,
}

impl PlaceStore {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// What has been imported, the most trusted first.
    pub(crate) async fn imported(&self) -> Result<Vec<Imported>, DbError> {
        let rows: Vec<ImportedRow> = self
            .db
            .query(
                "SELECT record::id(id) AS layout, generation, names, postcodes, imported_at \
                 FROM place_import",
            )
            .cached()
            .fetch()
            .await?;
        let mut imported = Vec::new();
        for layout in Layout::ALL {
            let row = rows.iter().find(|row| row.layout == layout.key());
            let Some(row) = row else { continue };
            if let (Some(generation), Some(at)) = (row.generation, row.imported_at) {
                let ImportedRow { names, postcodes, .. } = *row;
                imported.push(Imported { layout, generation, names, postcodes, at });
            }
        }
        Ok(imported)
    }

    /// The next blocks of names of a generation, in the order of the file: those after `after`, or
    /// the first. None when there are no more.
    pub(crate) async fn names(
        &self,
        generation: i64,
        after: Option<&NameBlock>,
    ) -> Result<Vec<NameBlock>, DbError> {
        let after = after.map_or_else(|| vec![generation.into_value()], |block| block.id.clone());
        self.db
            .query(
                "SELECT record::id(id) AS id, lines \
                 FROM type::record('place_names', $after>..$to) LIMIT $limit",
            )
            .bind("after", after)
            .bind("to", key([generation.into_value(), BEYOND.into_value()]))
            .bind("limit", BLOCKS_AT_ONCE)
            .fetch()
            .await
    }

    /// What a generation knows of a sector: packed units, one piece for each file that has some.
    pub(crate) async fn sector(
        &self,
        generation: i64,
        sector: &str,
    ) -> Result<Vec<Bytes>, DbError> {
        let bound = |part: i64| {
            key([generation.into_value(), sector.to_owned().into_value(), part.into_value()])
        };
        self.db
            .query("SELECT VALUE units FROM type::record('place_sector', $from..$to)")
            .bind("from", bound(0))
            .bind("to", bound(BEYOND))
            .fetch()
            .await
    }
}

/// An array as a record's key.
fn key(parts: impl IntoIterator<Item = Value>) -> Vec<Value> {
    parts.into_iter().collect()
}
