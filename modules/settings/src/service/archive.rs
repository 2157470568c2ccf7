//! ZIP archives, written beside the threads that answer requests.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use ring::aead::LessSafeKey;
use tokio::task::spawn_blocking;
use zip::{
    CompressionMethod, ZipWriter,
    write::{SimpleFileOptions, StreamWriter},
};

use super::sealed::SealedWriter;

type Zip = ZipWriter<StreamWriter<SealedWriter<BufWriter<File>>>>;

/// An encrypted archive that is being written. Memory is bounded: what is written goes to the disk.
pub(super) struct Archive {
    /// `None` after an error.
    zip: Option<Box<Zip>>,
}

impl Archive {
    /// Creates the archive `name` as the file `path`, which must not exist.
    pub(super) async fn create(path: PathBuf, key: LessSafeKey, name: String) -> io::Result<Self> {
        let zip = spawn_blocking(move || {
            let file = BufWriter::new(File::create_new(path)?);
            let sealed = SealedWriter::new(file, key, name)?;
            io::Result::Ok(Box::new(ZipWriter::new_stream(sealed)))
        });
        Ok(Self { zip: Some(zip.await??) })
    }

    /// Begins the file `name`. Pictures are smaller already, and stored as they are.
    pub(super) async fn begin(&mut self, name: String, is_text: bool) -> io::Result<()> {
        let method = match is_text {
            true => CompressionMethod::Deflated,
            false => CompressionMethod::Stored,
        };
        let options = SimpleFileOptions::default().compression_method(method);
        self.with(move |zip| Ok(zip.start_file(name, options)?)).await
    }

    /// Adds to the file that was begun last.
    pub(super) async fn write(
        &mut self,
        content: impl AsRef<[u8]> + Send + 'static,
    ) -> io::Result<()> {
        self.with(move |zip| zip.write_all(content.as_ref())).await
    }

    /// Ends the archive on the disk, and returns its length in bytes.
    pub(super) async fn finish(mut self) -> io::Result<u64> {
        let zip = self.zip.take().ok_or_else(broken)?;
        let finished = spawn_blocking(move || {
            let (length, file) = zip.finish()?.into_inner().finish()?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            io::Result::Ok(length)
        });
        finished.await?
    }

    async fn with(
        &mut self,
        work: impl FnOnce(&mut Zip) -> io::Result<()> + Send + 'static,
    ) -> io::Result<()> {
        let mut zip = self.zip.take().ok_or_else(broken)?;
        let zip = spawn_blocking(move || work(&mut zip).map(|()| zip));
        self.zip = Some(zip.await??);
        Ok(())
    }
}

fn broken() -> io::Error {
    io::Error::other("the archive is broken")
}
