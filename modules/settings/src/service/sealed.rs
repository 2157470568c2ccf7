//! Encrypted files of any length, written and read in chunks.
//!
//! Archives hold what is encrypted elsewhere, such as identity papers, so they are encrypted as
//! well. Each chunk has a nonce of its own, made of a random start per file and its number, and
//! says whether it is the last, so that chunks cannot be left out, repeated or exchanged.

use std::io::{self, Write};

use bytes::Bytes;
use futures_util::{Stream, stream::try_unfold};
use ring::aead::{Aad, LessSafeKey, NONCE_LEN, Nonce};
use sparkyard_kernel::{
    keys::{MasterKey, random_bytes},
    seal::cipher,
};
use tokio::io::{AsyncRead, AsyncReadExt};

/// Length of a chunk's content, in bytes.
const CHUNK: usize = 64 * 1024;
/// Length of a chunk's tag, in bytes.
const TAG: usize = 16;
/// Length of the random start of a file's nonces, in bytes.
const START: usize = NONCE_LEN - 4;

/// Returns the key of all archives.
pub(super) fn key(keys: &MasterKey) -> anyhow::Result<LessSafeKey> {
    cipher(&keys.derive("settings.exports"))
}

/// Nonces of the chunks of one file.
struct Nonces {
    start: [u8; START],
    next: u32,
}

impl Nonces {
    fn next(&mut self) -> io::Result<Nonce> {
        let mut nonce = [0; NONCE_LEN];
        nonce[..START].copy_from_slice(&self.start);
        nonce[START..].copy_from_slice(&self.next.to_be_bytes());
        self.next = self.next.checked_add(1).ok_or_else(|| io::Error::other("file too long"))?;
        Ok(Nonce::assume_unique_for_key(nonce))
    }
}

/// Binds a chunk to the file's name and to its place at the end.
fn bound_to(name: &str, last: bool) -> Aad<Vec<u8>> {
    Aad::from([name.as_bytes(), &[u8::from(last)]].concat())
}

/// Encrypts what is written to it; incomplete until [`finish`](Self::finish).
pub(super) struct SealedWriter<W> {
    inner: W,
    key: LessSafeKey,
    name: String,
    nonces: Nonces,
    chunk: Vec<u8>,
    written: u64,
}

impl<W: Write> SealedWriter<W> {
    /// Begins the file `name`.
    pub(super) fn new(mut inner: W, key: LessSafeKey, name: String) -> io::Result<Self> {
        let start: [u8; START] = random_bytes();
        inner.write_all(&start)?;
        let (nonces, chunk) = (Nonces { start, next: 0 }, Vec::with_capacity(CHUNK + TAG));
        Ok(Self { inner, key, name, nonces, chunk, written: 0 })
    }

    /// Writes the last chunk; returns the length of the content and the inner writer.
    pub(super) fn finish(mut self) -> io::Result<(u64, W)> {
        self.seal(true)?;
        self.inner.flush()?;
        Ok((self.written, self.inner))
    }

    fn seal(&mut self, last: bool) -> io::Result<()> {
        let (nonce, bound) = (self.nonces.next()?, bound_to(&self.name, last));
        let sealed = self.key.seal_in_place_append_tag(nonce, bound, &mut self.chunk);
        sealed.map_err(|_| io::Error::other("sealing failed"))?;
        self.inner.write_all(&self.chunk)?;
        self.chunk.clear();
        Ok(())
    }
}

impl<W: Write> Write for SealedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.chunk.len() == CHUNK {
            self.seal(false)?;
        }
        let taken = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(bytes.get(..taken).unwrap_or_default());
        self.written += taken as u64;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Reader<R> {
    inner: R,
    key: LessSafeKey,
    name: String,
    nonces: Nonces,
    /// The chunk to decrypt next; `None` after the last.
    next: Option<Vec<u8>>,
}

/// Decrypts the file `name`, chunk by chunk. Fails if it was tampered with.
pub(super) async fn opened<R: AsyncRead + Unpin + Send>(
    mut inner: R,
    key: LessSafeKey,
    name: String,
) -> io::Result<impl Stream<Item = io::Result<Bytes>> + Send> {
    let mut start = [0; START];
    inner.read_exact(&mut start).await?;
    let next = Some(read_chunk(&mut inner).await?);
    let reader = Reader { inner, key, name, nonces: Nonces { start, next: 0 }, next };
    Ok(try_unfold(reader, |mut reader| async move {
        let Some(mut chunk) = reader.next.take() else { return Ok(None) };
        let after = read_chunk(&mut reader.inner).await?;
        let (nonce, bound) = (reader.nonces.next()?, bound_to(&reader.name, after.is_empty()));
        let opened = reader.key.open_in_place(nonce, bound, &mut chunk);
        let length = opened.map_err(|_| io::Error::other("the file was changed"))?.len();
        chunk.truncate(length);
        reader.next = (!after.is_empty()).then_some(after);
        Ok(Some((Bytes::from(chunk), reader)))
    }))
}

/// Reads a whole chunk, a shorter one at the end, or nothing.
async fn read_chunk<R: AsyncRead + Unpin>(inner: &mut R) -> io::Result<Vec<u8>> {
    let mut chunk = Vec::with_capacity(CHUNK + TAG);
    inner.take((CHUNK + TAG) as u64).read_to_end(&mut chunk).await?;
    Ok(chunk)
}

#[cfg(test)]
mod tests {
    use futures_util::TryStreamExt;

    use super::*;

    fn sealed(content: &[u8], name: &str) -> Vec<u8> {
        let key = key(&MasterKey::new([1; 32])).unwrap();
        let mut writer = SealedWriter::new(Vec::new(), key, name.to_owned()).unwrap();
        writer.write_all(content).unwrap();
        let (length, file) = writer.finish().unwrap();
        assert_eq!(length, content.len() as u64);
        file
    }

    async fn read(file: &[u8], key_byte: u8, name: &str) -> io::Result<Vec<u8>> {
        let key = key(&MasterKey::new([key_byte; 32])).unwrap();
        let chunks: Vec<Bytes> = opened(file, key, name.to_owned()).await?.try_collect().await?;
        Ok(chunks.concat())
    }

    #[tokio::test]
    async fn file_is_read_as_it_was_written() {
        for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK] {
            let content: Vec<u8> = (0..length).map(|n| n.to_le_bytes()[0]).collect();
            let file = sealed(&content, "a");
            assert_eq!(read(&file, 1, "a").await.unwrap(), content, "{length}");
            assert!(read(&file, 2, "a").await.is_err(), "another key");
            assert!(read(&file, 1, "b").await.is_err(), "another name");
        }
    }

    #[tokio::test]
    async fn missing_and_exchanged_chunks_are_detected() {
        let file = sealed(&vec![7; 3 * CHUNK], "a");
        let chunk = CHUNK + TAG;
        for cut in [START + chunk, START + 2 * chunk, file.len() - 1, START] {
            assert!(read(&file[..cut], 1, "a").await.is_err(), "{cut} bytes");
        }
        let (first, second) = (START..START + chunk, START + chunk..START + 2 * chunk);
        let rest = &file[second.end..];
        let swapped = [&file[..START], &file[second.clone()], &file[first], rest].concat();
        assert!(read(&swapped, 1, "a").await.is_err());
        let without = [&file[..START], &file[second], rest].concat();
        assert!(read(&without, 1, "a").await.is_err());
    }
}
