//! Batches of parsed rows, each written in one transaction.

use std::collections::BTreeMap;

use sparkyard_kernel::Point;

use crate::model::{Town, names::write_line, postcode::Postcode, postcode_units::pack};

const BLOCK_NAMES: u32 = 1000;
/// Numbers of names and postcodes at which a batch is full: a few megabytes at most.
const FULL_NAMES: u64 = 20_000;
const FULL_POSTCODES: u64 = 100_000;

/// Position of a batch in an archive. Marks how far an import has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    /// Index of the file within the archive.
    pub(crate) entry: u32,
    /// Index of the batch within the file.
    pub(crate) part: u32,
}

/// Names and postcodes, packed as they are stored.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) position: Position,
    /// Blocks of lines, see [`write_line`].
    pub(crate) blocks: Vec<String>,
    /// Packed units by sector.
    pub(crate) sectors: BTreeMap<String, Vec<u8>>,
    pub(crate) names: u64,
    pub(crate) postcodes: u64,
    in_block: u32,
}

impl Batch {
    pub(crate) fn at(position: Position) -> Self {
        Self { position, ..Self::default() }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.names >= FULL_NAMES || self.postcodes >= FULL_POSTCODES
    }

    pub(super) fn add_name(&mut self, town: &Town) {
        if self.in_block == 0 {
            self.blocks.push(String::new());
        }
        if let Some(block) = self.blocks.last_mut() {
            write_line(block, town);
        }
        self.in_block = (self.in_block + 1) % BLOCK_NAMES;
        self.names += 1;
    }

    pub(super) fn add_postcode(&mut self, postcode: &Postcode, point: Point) {
        let units = self.sectors.entry(postcode.sector().to_owned()).or_default();
        pack(units, postcode.unit(), point);
        self.postcodes += 1;
    }
}
