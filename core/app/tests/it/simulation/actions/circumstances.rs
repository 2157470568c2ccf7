//! Actions on the server: moving the clock, running jobs, delivering events, killing it, filling
//! its disk, switching off the mail server.

use std::time::Duration;

use poem::http::Method;
use rand::RngExt;
use serde_json::json;
use sparkyard_kernel::{Clock, Timestamp};

use crate::simulation::{
    Checked, Simulation, Violation,
    process::SETTINGS,
    request::{By, Request},
    violated,
};

/// Most polls of a round of deliveries, or of the jobs, before it is interrupted.
const MAX_POLLS: u32 = 400;
/// Space that no disk has, kept free: the database refuses every write.
const FULL: &str = "[database]\nmemtable_kb = 128\nreserve_mb = 100000000\n";

impl Simulation {
    /// Delivers one round, often only a part of it.
    pub(super) fn deliver(&mut self) -> Checked {
        let host = self.process.app.host.clone();
        self.partly("deliver", async move { host.deliver().await.map(drop) })
    }

    /// Runs all jobs, often only some of them.
    pub(super) fn run_jobs(&mut self) -> Checked {
        let host = self.process.app.host.clone();
        self.partly("jobs", async move { host.run_jobs().await })
    }

    /// Runs some work of the server's own, which may be interrupted or killed.
    fn partly(&mut self, name: &str, work: impl Future<Output = anyhow::Result<()>>) -> Checked {
        self.mail_server.begin_round();
        let fault = self.chance.random_range(0..10);
        let polls = self.chance.random_range(1..=MAX_POLLS);
        let polls = if fault < 4 { polls } else { u32::MAX };
        match self.process.run_partly(polls, work) {
            Some(Ok(())) => self.note(name.to_owned()),
            Some(Err(cause)) => {
                return violated("jobs_and_deliveries_run", format!("{name}: {cause:#}"));
            }
            None => {
                self.mail_server.interrupt_round();
                self.note(format!("{name} interrupted"));
                if fault < 1 {
                    self.kill()?;
                    self.note("killed".to_owned());
                }
            }
        }
        self.durable = self.process.log_end();
        Ok(())
    }

    /// Delivers everything that can be.
    pub(super) fn settle(&mut self) -> Checked {
        self.mail_server.begin_round();
        let host = self.process.app.host.clone();
        let settled = self.process.run(async move { host.settle().await });
        self.durable = self.process.log_end();
        settled.map_err(|cause| Violation {
            rule: "jobs_and_deliveries_run",
            detail: format!("settle: {cause:#}"),
        })
    }

    /// Lets time pass, or disturbs the server.
    pub(super) fn change_circumstances(&mut self) -> Checked {
        let line = match self.chance.random_range(0..10) {
            0..5 => self.let_time_pass(),
            5 => self.set_the_clock_back(),
            6..8 => {
                let down = !self.mail_server.is_down();
                self.mail_server.set_down(down);
                format!("mail is down: {down}")
            }
            8 => {
                self.kill()?;
                "killed at rest".to_owned()
            }
            _ => {
                self.restart(SETTINGS)?;
                "restarted".to_owned()
            }
        };
        self.note(line);
        Ok(())
    }

    fn let_time_pass(&mut self) -> String {
        let minutes = match self.chance.random_range(0..3) {
            0 => self.chance.random_range(1..60),
            1 => self.chance.random_range(60..24 * 60),
            _ => self.chance.random_range(24 * 60..4 * 24 * 60),
        };
        self.clock.advance(Duration::from_mins(minutes));
        format!("{minutes} minutes pass")
    }

    fn set_the_clock_back(&mut self) -> String {
        let minutes = self.chance.random_range(1..10);
        let back = self.clock.now().as_millis() - minutes * 60_000;
        self.clock.set(Timestamp::from_millis(back).unwrap());
        format!("the clock is set back by {minutes} minutes")
    }

    fn restart(&mut self, settings: &str) -> Checked {
        let files = self.process.stop();
        self.start(&files, settings)
    }

    /// Lets members try to change something while the disk is full: nothing changes, and reading
    /// goes on.
    pub(super) fn fill_the_disk(&mut self) -> Checked {
        // Signs in before, as that writes.
        let (from, to) = self.two();
        let by = By::Person(from);
        let read = Request::get("read", by, "/api/wallet/balance");
        let before = self.ask_once(&read)?;
        self.restart(FULL)?;
        let body = json!({ "to": self.id(to), "amount": 0.01, "message": "Thanks" });
        let give = Request::new("give", by, Method::POST, "/api/spark-gifts", &body);
        let refused = self.ask_once(&give)?;
        let after = self.ask_once(&read)?;
        if refused.status == 200 || after.body["data"] != before.body["data"] {
            let details = format!("{}, {} before, {}", refused.body, before.body, after.body);
            return violated("full_disk_takes_nothing", details);
        }
        self.restart(SETTINGS)
    }

    /// Mends everything, and lets everything due come to an end.
    pub(in crate::simulation) fn end(&mut self) -> Checked {
        self.mail_server.set_down(false);
        for _ in 0..2 {
            // Longer than any delivery is put off, and than a claim lasts.
            self.clock.advance(Duration::from_mins(16));
            self.settle()?;
            let host = self.process.app.host.clone();
            let ran = self.process.run(async move { host.run_jobs().await });
            if let Err(cause) = ran {
                return violated("jobs_and_deliveries_run", format!("jobs: {cause:#}"));
            }
            self.settle()?;
        }
        Ok(())
    }
}
