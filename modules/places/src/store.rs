//! All queries of the module: imported data and added towns.

mod added_towns;
mod imports;
mod rows;

use bytes::Bytes;
use sparkyard_kernel::db::{Db, DbError, SurrealValue, Value};

use self::rows::ImportedRow;
pub(crate) use self::rows::NameBlock;
use crate::model::import::{Imported, Layout};

/// Row of `place_import` with the generation of the added towns.
const ADDED: &str = "added";
/// Upper bound above any part number.
const BEYOND: i64 = i64::MAX;
/// Blocks of names per query: about a megabyte, which limits the memory left behind by a read.
const BLOCKS_AT_ONCE: i64 = 24;

/// Where names and postcodes come from.
pub(crate) struct Sources {
    /// Generation of the added towns; `None` if none was ever added.
    pub(crate) added: Option<i64>,
    /// Imports in use, most trusted first.
    pub(crate) imported: Vec<Imported>,
}

impl Sources {
    /// Returns the generations with names: the added towns, then the imports.
    pub(crate) fn with_names(&self) -> Vec<i64> {
        let imported = self.imported.iter().filter(|import| import.names > 0);
        self.added.into_iter().chain(imported.map(|import| import.generation)).collect()
    }
}

/// Store of imported data and added towns.
#[derive(Clone)]
pub(crate) struct PlaceStore {
    db: Db,
}

impl PlaceStore {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns the imports in use, most trusted first.
    pub(crate) async fn imported(&self) -> Result<Vec<Imported>, DbError> {
        Ok(self.sources().await?.imported)
    }

    /// Returns the generations in use.
    pub(crate) async fn sources(&self) -> Result<Sources, DbError> {
        let rows: Vec<ImportedRow> = self
            .db
            .query(
                "SELECT record::id(id) AS layout, generation, names, postcodes, imported_at \
                 FROM place_import",
            )
            .fetch()
            .await?;
        let added = rows.iter().find(|row| row.layout == ADDED).and_then(|row| row.generation);
        let mut imported = Vec::new();
        for layout in Layout::ALL {
            let row = rows.iter().find(|row| row.layout == layout.key());
            let Some(row) = row else { continue };
            if let (Some(generation), Some(at)) = (row.generation, row.imported_at) {
                let ImportedRow { names, postcodes, .. } = *row;
                imported.push(Imported { layout, generation, names, postcodes, at });
            }
        }
        Ok(Sources { added, imported })
    }

    /// Returns the next blocks of names of a generation, in file order: those after `after`, or the
    /// first. Empty at the end.
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

    /// Returns packed units of a sector in a generation, one piece per batch that has some.
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

/// Builds a record key from an array.
fn key(parts: impl IntoIterator<Item = Value>) -> Vec<Value> {
    parts.into_iter().collect()
}
