//! Push services that accept a connection and never respond.

use std::{
    net::TcpListener,
    time::{Duration, Instant},
};

use sparkyard_testkit::{Member, count};
use tokio::time::{sleep, timeout};

use super::{Browser, PushServer, SOON, curious};
use crate::{TestApp, request};

/// More devices than a member has slots.
const MANY: usize = 10;

/// A service that never responds; connections wait in its backlog.
struct Stalling {
    origin: String,
    _listener: TcpListener,
}

impl Stalling {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        Self { origin, _listener: listener }
    }

    /// Registers a device of `member` at this service.
    async fn serves(&self, member: &Member, server: &PushServer, number: u8) {
        let mut browser = Browser::new(server, number);
        browser.endpoint = format!("{}/to/{number}", self.origin);
        browser.belongs_to(member).await;
    }
}

/// Starts a site that trusts these services, and one that responds.
async fn start(stalling: &[Stalling]) -> (TestApp, PushServer) {
    let server = PushServer::start();
    let mut services: Vec<&str> = stalling.iter().map(|one| one.origin.as_str()).collect();
    services.push(&server.origin);
    let settings =
        format!("[notifications.push]\ncontact = 'host@example.org'\nservices = {services:?}");
    (TestApp::with(&settings, true).await, server)
}

/// Measures the time until the answering service receives a message.
async fn first_brought(app: &TestApp, server: &PushServer) -> Duration {
    app.settle().await;
    app.advance(SOON);
    let started = Instant::now();
    let delivery = async {
        while server.take().is_empty() {
            sleep(Duration::from_millis(5)).await;
        }
        started.elapsed()
    };
    let jobs = app.run_jobs();
    tokio::pin!(jobs);
    tokio::select! {
        took = timeout(Duration::from_mins(1), delivery) => took.unwrap(),
        () = async { jobs.await; std::future::pending().await } => unreachable!("it goes on"),
    }
}

#[tokio::test]
async fn devices_that_stall_delay_nobody_else() {
    let stalling: Vec<Stalling> = (0..MANY).map(|_| Stalling::start()).collect();
    let (app, server) = start(&stalling).await;
    let (maya, eve, ana) =
        (app.member("maya").await, curious(&app, "eve").await, curious(&app, "ana").await);
    Browser::new(&server, 100).belongs_to(&ana).await;
    request(&app, "ana1", &maya, &ana).await;
    let quiet = first_brought(&app, &server).await;

    for (number, service) in (1..).zip(&stalling) {
        service.serves(&eve, &server, number).await;
    }
    for number in 0..3 {
        request(&app, &format!("eve{number}"), &maya, &eve).await;
    }
    request(&app, "ana2", &maya, &ana).await;
    let busy = first_brought(&app, &server).await;
    println!("{busy:?}; {quiet:?} without devices that stall");
    assert!(busy < quiet + Duration::from_secs(2), "{busy:?}, without them {quiet:?}");
}

#[tokio::test]
async fn stalled_device_backs_off_with_all_its_messages() {
    let stalling = [Stalling::start()];
    let (app, server) = start(&stalling).await;
    let (maya, eve) = (app.member("maya").await, curious(&app, "eve").await);
    stalling[0].serves(&eve, &server, 1).await;
    for number in 0..20 {
        request(&app, &format!("eve{number}"), &maya, &eve).await;
    }
    app.settle().await;
    let look = async |after: Duration| {
        app.advance(after);
        let started = Instant::now();
        app.run_jobs().await;
        started.elapsed()
    };
    let one_attempt = Duration::from_secs(4)..Duration::from_secs(6);
    assert!(one_attempt.contains(&look(SOON).await), "one of twenty is tried");
    // Half a minute for the first failure, a minute for the second.
    let at_once = Duration::from_secs(2);
    assert!(look(Duration::from_secs(20)).await < at_once);
    request(&app, "more", &maya, &eve).await;
    assert!(look(Duration::from_secs(8)).await < at_once, "new messages wait with the others");
    assert!(one_attempt.contains(&look(Duration::from_secs(3)).await));
    assert!(look(Duration::from_secs(50)).await < at_once);
    // Messages are deleted with the device.
    eve.post("/api/auth/logout", serde_json::json!({})).await.ok();
    look(Duration::from_secs(11)).await;
    assert_eq!((count(&app.db, "push_device").await, count(&app.db, "push_message").await), (0, 0));
}
