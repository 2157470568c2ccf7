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

use super::{Operator, SOCKET, Said};

/// How many are served at once; more wait until one has gone.
const SEATS: usize = 4;
/// How long a visitor may take to ask, and again to take what is said.
const PATIENCE: Duration = Duration::from_secs(5);
/// Longest request with the end of its line, in bytes.
const MAX_REQUEST: u64 = 64;
/// Pause after a visitor could not be let in.
const PAUSE: Duration = Duration::from_secs(1);

/// The server's side, open until it is dropped.
#[derive(Debug)]
pub(crate) struct Door {
    listener: UnixListener,
    path: PathBuf,
}

impl Door {
    /// Opens the door of a directory that this process has locked.
    pub(crate) fn open(dir: &Path) -> anyhow::Result<Self> {
        let path = dir.join(SOCKET);
        match fs::remove_file(&path) {
            // Left by a run that ended badly.
            Ok(()) => {}
            Err(cause) if cause.kind() == ErrorKind::NotFound => {}
            Err(cause) => return Err(cause).with_context(|| path.display().to_string()),
        }
        let listener = UnixListener::bind(&path).map_err(|cause| refused(cause, &path))?;
        let door = Self { listener, path };
        fs::set_permissions(&door.path, Permissions::from_mode(0o600))
            .with_context(|| door.path.display().to_string())?;
        Ok(door)
    }

    /// Has `operator` answer who comes in, until told to stop.
    pub(crate) async fn serve(self, operator: Arc<dyn Operator>, mut stop: watch::Receiver<bool>) {
        let mut visitors = JoinSet::new();
        loop {
            tokio::select! {
                visitor = self.listener.accept(), if visitors.len() < SEATS => match visitor {
                    Ok((stream, _)) => {
                        visitors.spawn(visit(stream, operator.clone(), PATIENCE));
                    }
                    Err(cause) => {
                        warn!("a command could not be let in: {cause}");
                        sleep(PAUSE).await;
                    }
                },
                Some(_) = visitors.join_next() => {}
                () = told(&mut stop) => return,
            }
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        // One that stays behind is removed at the next start.
        let _ = fs::remove_file(&self.path);
    }
}

/// Waits until told to stop; whoever would tell being gone counts as told.
async fn told(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Serves one visitor. One that is silent, or does not take its answer, is sent away.
async fn visit(mut stream: UnixStream, operator: Arc<dyn Operator>, patience: Duration) {
    let (reader, mut writer) = stream.split();
    let said = match timeout(patience, request(reader)).await {
        Ok(Ok(Some(request))) => operator.answer(&request).await,
        Ok(Ok(None)) => Said::failed("a request is one short line"),
        Ok(Err(_)) | Err(_) => return,
    };
    let text = said.to_string();
    // Whoever has gone does not miss it.
    let _ = timeout(patience, writer.write_all(text.as_bytes())).await;
}

/// The line that a visitor sends; `None` when it is none.
async fn request(reader: impl AsyncRead + Unpin) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    BufReader::new(reader.take(MAX_REQUEST)).read_until(b'\n', &mut line).await?;
    let line = line.strip_suffix(b"\n").map(|line| String::from_utf8_lossy(line).into_owned());
    Ok(line.map(|line| line.trim_end_matches('\r').to_owned()))
}

/// Asks the server that runs on `dir`; `None` when none answers there.
pub(crate) async fn ask(dir: &Path, request: &str) -> anyhow::Result<Option<Said>> {
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
    let asked = async {
        stream.write_all(format!("{request}\n").as_bytes()).await?;
        stream.read_to_string(&mut text).await
    };
    asked.await.context("asking the running server")?;
    Ok(Some(Said::read(&text).context("the server has stopped before it had answered")?))
}

/// Says what is wrong with a socket at `path`.
fn refused(cause: io::Error, path: &Path) -> anyhow::Error {
    let shown = path.display();
    match cause.kind() {
        // Systems allow 104 to 108 bytes.
        ErrorKind::InvalidInput => anyhow::anyhow!(
            "the path {shown} is too long for a socket: a server there cannot be asked, only stopped"
        ),
        _ => anyhow::Error::new(cause).context(shown.to_string()),
    }
}

#[cfg(test)]
mod tests;
