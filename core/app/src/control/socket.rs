use std::{
    fs::{self, Permissions},
    io::{self, ErrorKind},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{UnixListener, UnixStream},
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};
use tracing::warn;

use super::{CommandOutput, ControlHandler, SOCKET};

/// Maximum number of clients served at once; further ones wait to be accepted.
const MAX_CLIENTS: usize = 4;
/// Time in which a client must send its request, and again in which it must read the outcome.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum length of a request including the line feed, in bytes.
const MAX_REQUEST: u64 = 64;
/// Pause after a failed `accept`.
const PAUSE: Duration = Duration::from_secs(1);

/// Listening side of the socket, open until dropped.
#[derive(Debug)]
pub(crate) struct Listener {
    listener: UnixListener,
    path: PathBuf,
}

impl Listener {
    /// Opens the socket in a directory that this process has locked.
    pub(crate) fn open(dir: &Path) -> anyhow::Result<Self> {
        let path = dir.join(SOCKET);
        match fs::remove_file(&path) {
            // Left behind by a run that ended abnormally.
            Ok(()) => {}
            Err(cause) if cause.kind() == ErrorKind::NotFound => {}
            Err(cause) => return Err(cause).with_context(|| path.display().to_string()),
        }
        let listener = UnixListener::bind(&path).map_err(|cause| refused(cause, &path))?;
        let listener = Self { listener, path };
        fs::set_permissions(&listener.path, Permissions::from_mode(0o600))
            .with_context(|| listener.path.display().to_string())?;
        Ok(listener)
    }

    /// Passes requests to `handler` until `stop` is set.
    pub(crate) async fn serve(
        self,
        handler: Arc<dyn ControlHandler>,
        mut stop: watch::Receiver<bool>,
    ) {
        let mut clients = JoinSet::new();
        loop {
            tokio::select! {
                client = self.listener.accept(), if clients.len() < MAX_CLIENTS => match client {
                    Ok((stream, _)) => {
                        clients.spawn(serve_client(stream, handler.clone(), CLIENT_TIMEOUT));
                    }
                    Err(cause) => {
                        warn!("a command could not be accepted: {cause}");
                        sleep(PAUSE).await;
                    }
                },
                Some(_) = clients.join_next() => {}
                () = stopped(&mut stop) => return,
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // If this fails, the next start removes the file.
        let _ = fs::remove_file(&self.path);
    }
}

/// Waits until `stop` is set; a dropped sender counts as set.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Serves one client; drops it if it is silent or does not read.
async fn serve_client(
    mut stream: UnixStream,
    handler: Arc<dyn ControlHandler>,
    time_limit: Duration,
) {
    let (reader, mut writer) = stream.split();
    let output = match timeout(time_limit, request(reader)).await {
        Ok(Ok(Some(request))) => handler.handle(&request).await,
        Ok(Ok(None)) => CommandOutput::failed("a request is one short line"),
        Ok(Err(_)) | Err(_) => return,
    };
    let text = output.to_string();
    // The client may have disconnected.
    let _ = timeout(time_limit, writer.write_all(text.as_bytes())).await;
}

/// Reads a client's request; `None` if it is too long or incomplete.
async fn request(reader: impl AsyncRead + Unpin) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    BufReader::new(reader.take(MAX_REQUEST)).read_until(b'\n', &mut line).await?;
    let line = line.strip_suffix(b"\n").map(|line| String::from_utf8_lossy(line).into_owned());
    Ok(line.map(|line| line.trim_end_matches('\r').to_owned()))
}

/// Sends a request to the server that runs on `dir`; `None` if no server listens there.
pub(crate) async fn send(dir: &Path, request: &str) -> anyhow::Result<Option<CommandOutput>> {
    let path = dir.join(SOCKET);
    let mut stream = match UnixStream::connect(&path).await {
        Ok(stream) => stream,
        Err(cause)
            if [ErrorKind::NotFound, ErrorKind::ConnectionRefused].contains(&cause.kind()) =>
        {
            return Ok(None);
        }
        Err(cause) => return Err(refused(cause, &path)).context("asking the running server"),
    };
    let mut text = String::new();
    let exchange = async {
        stream.write_all(format!("{request}\n").as_bytes()).await?;
        stream.read_to_string(&mut text).await
    };
    exchange.await.context("asking the running server")?;
    Ok(Some(CommandOutput::read(&text).context("the server stopped before it answered")?))
}

/// Describes an error of the socket at `path`.
fn refused(cause: io::Error, path: &Path) -> anyhow::Error {
    let shown = path.display();
    match cause.kind() {
        // Systems limit the path to 104 to 108 bytes.
        ErrorKind::InvalidInput => anyhow::anyhow!(
            "the path {shown} is too long for a socket: commands cannot reach a server there"
        ),
        _ => anyhow::Error::new(cause).context(shown.to_string()),
    }
}

#[cfg(test)]
mod tests;
