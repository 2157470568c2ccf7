//! Tells systemd how the server is, or another service manager with its protocol.
//!
//! Without the environment variables of the protocol, nothing is sent.

use std::{sync::Arc, time::Duration};

use sparkyard_host::Host;
use tokio::{
    sync::watch,
    task::spawn_blocking,
    time::{interval, timeout},
};
use tracing::{error, warn};

/// Time that the service manager has to take a message: its socket blocks while it is full.
const LONGEST: Duration = Duration::from_secs(1);
/// Number of signs of life within the time after which the service manager restarts the server.
const SIGNS: u32 = 3;

/// Message to the service manager.
enum Message {
    /// The server serves at this address.
    Ready(String),
    /// The server answers.
    Alive,
    /// The server is stopping.
    Stopping,
}

/// Tells that the server is ready, at the address `listen`.
pub(super) async fn tell_ready(listen: &str) {
    notify(Message::Ready(listen.to_owned())).await;
}

/// Tells that the server is stopping.
pub(super) async fn tell_stopping() {
    notify(Message::Stopping).await;
}

/// Gives signs of life, if the service manager wants them and as long as the server answers, until
/// `stop` is set.
pub(super) fn spawn_watchdog(host: &Arc<Host>, stop: &watch::Receiver<bool>) {
    let pause = wanted_signs().map(|limit| limit / SIGNS);
    if let Some(pause) = pause.filter(|pause| !pause.is_zero()) {
        tokio::spawn(watchdog(host.clone(), pause, stop.clone()));
    }
}

async fn watchdog(host: Arc<Host>, pause: Duration, mut stop: watch::Receiver<bool>) {
    let mut due = interval(pause);
    loop {
        tokio::select! {
            _ = due.tick() => {}
            // A dropped sender counts as a stop, too.
            _ = stop.wait_for(|stop| *stop) => return,
        }
        match timeout(pause, host.check_alive()).await {
            Ok(Ok(())) => notify(Message::Alive).await,
            Ok(Err(cause)) => error!("no sign of life: the database does not answer: {cause:#}"),
            Err(_) => error!("no sign of life: the server has not answered within {pause:?}"),
        }
    }
}

async fn notify(message: Message) {
    match timeout(LONGEST, spawn_blocking(move || send(&message))).await {
        Ok(Ok(Ok(()))) => {}
        Ok(Ok(Err(cause))) => warn!("the service manager cannot be notified: {cause}"),
        Ok(Err(cause)) => warn!("the service manager cannot be notified: {cause}"),
        Err(_) => warn!("the service manager does not listen"),
    }
}

#[cfg(unix)]
fn send(message: &Message) -> std::io::Result<()> {
    use sd_notify::{NotifyState, notify};
    match message {
        Message::Ready(listen) => {
            let status = format!("serving on {listen}");
            notify(&[NotifyState::Ready, NotifyState::Status(&status)])
        }
        Message::Alive => notify(&[NotifyState::Watchdog]),
        Message::Stopping => notify(&[NotifyState::Stopping]),
    }
}

/// Returns the time after which the service manager restarts a server without signs of life.
#[cfg(unix)]
fn wanted_signs() -> Option<Duration> {
    sd_notify::watchdog_enabled()
}

/// Does nothing on systems without such service managers.
#[cfg(not(unix))]
fn send(_: &Message) -> std::io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn wanted_signs() -> Option<Duration> {
    None
}
