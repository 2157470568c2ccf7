//! Messages to a service manager, over a real socket.

use std::{os::unix::net::UnixDatagram, path::PathBuf, process::Command, time::Duration};

use tempfile::TempDir;

use crate::{
    TestApp,
    binary::{Server, Signal, sparkyard},
};

/// The service manager's side of the socket.
struct Manager {
    socket: UnixDatagram,
    path: PathBuf,
    _dir: TempDir,
}

impl Manager {
    fn new() -> Self {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Self { socket, path, _dir: dir }
    }

    /// Returns the lines of the next message.
    fn receive(&self) -> Vec<String> {
        let mut message = [0; 4096];
        let length = self.socket.recv(&mut message).expect("a message");
        String::from_utf8_lossy(&message[..length]).lines().map(str::to_owned).collect()
    }

    fn command(&self, watchdog_ms: u64) -> Command {
        let mut command = sparkyard();
        command.env("NOTIFY_SOCKET", &self.path);
        command.env("WATCHDOG_USEC", (watchdog_ms * 1000).to_string());
        command
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn service_manager_is_notified_of_start_liveness_and_stop() {
    let (manager, data_dir) = (Manager::new(), TempDir::new().unwrap());
    let mut server = Server::launch(manager.command(600), data_dir.path(), &[]).await;
    let first = manager.receive();
    assert_eq!(first[0], "READY=1");
    assert_eq!(first[1], format!("STATUS=serving on {}", server.url.trim_start_matches("http://")));
    for _ in 0..5 {
        assert_eq!(manager.receive(), ["WATCHDOG=1"]);
    }
    server.send(Signal::Terminate);
    let stopping =
        std::iter::repeat_with(|| manager.receive()).find(|state| *state != ["WATCHDOG=1"]);
    assert_eq!(stopping.unwrap(), ["STOPPING=1"]);
    server.stopped(Signal::Terminate).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frozen_server_sends_no_watchdog_notification() {
    let (manager, data_dir) = (Manager::new(), TempDir::new().unwrap());
    let server = Server::launch(manager.command(600), data_dir.path(), &[]).await;
    manager.receive();
    manager.receive();
    server.freeze();
    manager.socket.set_read_timeout(Some(Duration::from_millis(1500))).unwrap();
    // Messages that were sent before.
    let mut heard = 0;
    while manager.socket.recv(&mut [0; 64]).is_ok() {
        heard += 1;
        assert!(heard < 4, "it goes on");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unresponsive_service_manager_does_not_stop_the_server() {
    let (manager, data_dir) = (Manager::new(), TempDir::new().unwrap());
    // Fills the socket within a second.
    let mut server = Server::launch(manager.command(30), data_dir.path(), &[]).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let response = reqwest::get(format!("{}/readyz", server.url)).await.unwrap();
    assert_eq!(response.status(), 200);
    let took = server.stop(Signal::Terminate).await;
    assert!(took < Duration::from_secs(8), "{took:?}");
}

#[tokio::test]
async fn watchdog_notification_needs_the_database() {
    let app = TestApp::start().await;
    app.host.check_alive().await.unwrap();
    app.host.cx.db.close().await.unwrap();
    app.host.check_alive().await.unwrap_err();
}
