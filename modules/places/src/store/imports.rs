//! Writes of an import. All rows belong to a generation that is not read until the switch.

use bytes::Bytes;
use sparkyard_kernel::{
    Timestamp,
    db::{DbError, RuleViolation, SurrealValue},
};

use super::{
    PlaceStore, key,
    rows::{Counts, NamesRow, PendingRow, SectorRow},
};
use crate::model::import::{Batch, Layout, Pending, Position};

/// Records deleted per write.
const AT_ONCE: i64 = 1000;
/// Sequence of generation numbers.
pub(super) const GENERATIONS: &str = "place_generation";

/// Another import of the same layout has begun meanwhile.
const SUPERSEDED: &[RuleViolation] =
    &[RuleViolation::new(409, "places.superseded", "Another import of the same data has begun.")];

const STILL_PENDING: &str = "LET $row = (SELECT * FROM ONLY type::record('place_import', $layout));
    IF $row == NONE OR $row.pending != $generation { THROW 'places.superseded' }";

impl PlaceStore {
    /// Begins the import of a file, or resumes an interrupted one of the same file.
    pub(crate) async fn begin_import(
        &self,
        layout: Layout,
        fingerprint: &str,
    ) -> Result<Pending, DbError> {
        let generation = self.db.next_number(GENERATIONS).await?;
        let row: PendingRow = self
            .db
            .write("places.begin_import")
            .bind("layout", layout.key())
            .bind("fingerprint", fingerprint.to_owned())
            .bind("generation", generation)
            .step("LET $row = (SELECT * FROM ONLY type::record('place_import', $layout))")
            .step("LET $goes_on = $row != NONE AND $row.pending != NONE AND $row.fingerprint == $fingerprint")
            .step(
                "IF !$goes_on { UPSERT type::record('place_import', $layout) SET \
                 stale = array::concat(stale ?? [], IF pending == NONE { [] } ELSE { [pending] }), \
                 pending = $generation, fingerprint = $fingerprint, entry = NONE, part = NONE, \
                 pending_names = 0, pending_postcodes = 0 }",
            )
            .returning(
                "(SELECT pending AS generation, entry, part \
                 FROM ONLY type::record('place_import', $layout))",
            )
            .run()
            .await?;
        row.try_into()
    }

    /// Stores a batch and the position of the import in one transaction.
    pub(crate) async fn save_batch(
        &self,
        layout: Layout,
        generation: i64,
        batch: Batch,
    ) -> Result<(), DbError> {
        let Position { entry, part } = batch.position;
        let (entry, part) = (i64::from(entry), i64::from(part));
        let blocks = batch.blocks.into_iter().zip(0_i64..).map(|(lines, block)| NamesRow {
            id: key([generation, entry, part, block].map(i64::into_value)),
            lines,
        });
        let sectors = batch.sectors.into_iter().map(|(sector, units)| SectorRow {
            id: key([
                generation.into_value(),
                sector.into_value(),
                entry.into_value(),
                part.into_value(),
            ]),
            units: Bytes::from(units),
        });
        let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.db
            .write("places.keep_batch")
            .bind("layout", layout.key())
            .bind("generation", generation)
            .bind("entry", entry)
            .bind("part", part)
            .bind("blocks", blocks.collect::<Vec<_>>())
            .bind("sectors", sectors.collect::<Vec<_>>())
            .bind("names", count(batch.names))
            .bind("postcodes", count(batch.postcodes))
            .violations(SUPERSEDED)
            .step(STILL_PENDING)
            .step("INSERT INTO place_names $blocks RETURN NONE")
            .step("INSERT INTO place_sector $sectors RETURN NONE")
            .step(
                "UPDATE type::record('place_import', $layout) SET entry = $entry, part = $part, \
                 pending_names += $names, pending_postcodes += $postcodes RETURN NONE",
            )
            .run()
            .await
    }

    /// Returns the numbers of names and postcodes in the pending import.
    pub(crate) async fn pending_counts(&self, layout: Layout) -> Result<(i64, i64), DbError> {
        let counts = self
            .db
            .query(
                "SELECT pending_names AS names, pending_postcodes AS postcodes \
                 FROM type::record('place_import', $layout)",
            )
            .bind("layout", layout.key())
            .fetch_optional::<Counts>()
            .await?;
        Ok(counts.map_or((0, 0), |counts| (counts.names, counts.postcodes)))
    }

    /// Makes the pending import the one in use; returns its numbers of names and postcodes.
    pub(crate) async fn switch_import(
        &self,
        layout: Layout,
        generation: i64,
        now: Timestamp,
    ) -> Result<(u64, u64), DbError> {
        let counts: Counts = self
            .db
            .write("places.switch_import")
            .bind("layout", layout.key())
            .bind("generation", generation)
            .bind("now", now)
            .violations(SUPERSEDED)
            .step(STILL_PENDING)
            .step(
                "UPDATE type::record('place_import', $layout) SET \
                 stale = array::concat(stale, IF $row.generation == NONE { [] } ELSE { [$row.generation] }), \
                 generation = $generation, imported_at = $now, \
                 names = $row.pending_names, postcodes = $row.pending_postcodes, \
                 pending = NONE, fingerprint = NONE, entry = NONE, part = NONE, \
                 pending_names = 0, pending_postcodes = 0",
            )
            .returning("{ names: $row.pending_names, postcodes: $row.pending_postcodes }")
            .run()
            .await?;
        Ok((counts.names.unsigned_abs(), counts.postcodes.unsigned_abs()))
    }

    /// Abandons the pending import.
    pub(crate) async fn abandon_import(&self, layout: Layout) -> Result<(), DbError> {
        self.db
            .write("places.abandon_import")
            .from_reserve()
            .bind("layout", layout.key())
            .step(
                "UPDATE type::record('place_import', $layout) SET \
                 stale = array::concat(stale, IF pending == NONE { [] } ELSE { [pending] }), \
                 pending = NONE, fingerprint = NONE, entry = NONE, part = NONE, \
                 pending_names = 0, pending_postcodes = 0",
            )
            .run()
            .await
    }

    /// Deletes generations that are no longer read, in small writes.
    pub(crate) async fn delete_stale(&self, layout: Layout) -> Result<(), DbError> {
        let stale: Vec<Vec<i64>> = self
            .db
            .query("SELECT VALUE stale FROM type::record('place_import', $layout)")
            .bind("layout", layout.key())
            .fetch()
            .await?;
        for generation in stale.into_iter().flatten() {
            for table in ["place_names", "place_sector"] {
                while self.delete_some(table, generation).await? > 0 {}
            }
            self.db
                .write("places.forget_generation")
                .from_reserve()
                .bind("layout", layout.key())
                .bind("generation", generation)
                .step("UPDATE type::record('place_import', $layout) SET stale -= $generation")
                .run::<()>()
                .await?;
        }
        Ok(())
    }

    /// Deletes up to [`AT_ONCE`] records of a generation; returns their number.
    async fn delete_some(&self, table: &str, generation: i64) -> Result<i64, DbError> {
        self.db
            .write("places.delete_stale")
            .from_reserve()
            .bind("table", table.to_owned())
            .bind("from", vec![generation])
            .bind("to", vec![generation.saturating_add(1)])
            .bind("limit", AT_ONCE)
            .step(
                "LET $gone = (SELECT VALUE id FROM type::record($table, $from..$to) LIMIT $limit)",
            )
            .step("DELETE $gone RETURN NONE")
            .returning("array::len($gone)")
            .run()
            .await
    }
}
