//! Generates archives in the layouts of official open data about places, of any size, for tests and
//! measurements: invented names and postcodes, and a few real ones to look up.
//!
//! The crate knows the published layouts and nothing of the product that reads them.

mod geonames;
mod ordnance;
mod words;

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

pub use geonames::{geonames, geonames_postal};
pub use ordnance::{code_point, open_names};

/// Number of rows in the real files.
pub mod full_size {
    /// Names in GeoNames' `GB.zip`.
    pub const GEONAMES: u32 = 109_000;
    /// Rows of GeoNames' postal `GB.zip`.
    pub const GEONAMES_POSTAL: u32 = 27_000;
    /// Number of tiles in OS Open Names, and of rows in each.
    pub const OPEN_NAMES: (u32, u32) = (819, 3_700);
    /// Postcodes in Code-Point Open.
    pub const CODE_POINT: u32 = 1_750_000;
}

/// An archive being written.
struct Archive {
    zip: ZipWriter<BufWriter<File>>,
}

impl Archive {
    fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { zip: ZipWriter::new(BufWriter::new(File::create(path)?)) })
    }

    /// Starts the next file of the archive.
    fn file(&mut self, name: &str) -> io::Result<&mut (impl Write + use<>)> {
        // Compresses quickly, since only reading is measured.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(1));
        self.zip.start_file(name, options)?;
        Ok(&mut self.zip)
    }

    fn finish(self) -> io::Result<()> {
        self.zip.finish()?.flush()
    }
}
