//! `PocketBase` with the same community, and the requests to it.

use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::json;
use tokio::process::{Child, Command};
use tokio::time::sleep;

use super::crowd::{Crowd, encode, id, people};
use super::ours::Pages;
use super::{BOOKINGS, MEMBERS, MESSAGES, REQUESTS, Side, WORDS, Work};
use crate::client::Client;
use crate::load::Request;
use crate::process::fresh_folder;

/// Directory with the migrations that create the collections, and the hooks.
const CONFIGURATION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/pocketbase");
/// Time allowed for importing the community.
const START_LIMIT: Duration = Duration::from_mins(10);
/// Number of people per import file.
const BATCH: usize = 10_000;

pub(super) struct PocketBase {
    _process: Child,
    address: SocketAddr,
    tokens: Vec<String>,
    people: usize,
    crowd: Crowd,
    script: String,
    pub(super) version: String,
}

impl PocketBase {
    /// Starts the server in an empty `folder`, and waits until it has imported `people`.
    ///
    /// # Errors
    /// When it does not start.
    pub(super) async fn start(
        program: &Path,
        folder: &Path,
        pages: &Pages,
        people: usize,
        crowd: Crowd,
    ) -> Result<Self> {
        fresh_folder(folder)?;
        write_rows(folder, people)?;
        let public = folder.join("public");
        let script = public.join(pages.script.trim_start_matches('/'));
        fs::create_dir_all(script.parent().context("the script has no folder")?)?;
        fs::write(public.join("index.html"), &pages.page)?;
        fs::write(script, &pages.script_text)?;

        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let log = File::create(folder.join("log"))?;
        let mut command = Command::new(program);
        command.args(["serve", "--hooksWatch=false", "--http", &address.to_string(), "--dir"]);
        command.arg(folder.join("pb_data")).arg("--publicDir").arg(public);
        for (option, part) in [("--migrationsDir", "pb_migrations"), ("--hooksDir", "pb_hooks")] {
            command.arg(option).arg(Path::new(CONFIGURATION).join(part));
        }
        command.env("BENCH_DATA", folder).stdin(Stdio::null());
        command.stdout(log.try_clone()?).stderr(log).kill_on_drop(true);
        let mut process = command.spawn().context("could not start PocketBase")?;
        let started = Instant::now();
        while !is_ready(address).await {
            if process.try_wait()?.is_some() || started.elapsed() > START_LIMIT {
                bail!("PocketBase did not start:\n{}", fs::read_to_string(folder.join("log"))?);
            }
            sleep(Duration::from_millis(100)).await;
        }
        let tokens = fs::read_to_string(folder.join("tokens"))?;
        let version = Command::new(program).arg("--version").output().await?.stdout;
        Ok(Self {
            _process: process,
            address,
            tokens: tokens.lines().map(str::to_owned).collect(),
            people,
            crowd,
            script: pages.script.clone(),
            version: String::from_utf8(version)?.trim().to_owned(),
        })
    }

    fn path(&self, work: Work, number: usize) -> String {
        let (lat, lon, category, typed) = &self.crowd.searches[number];
        let member = id('m', number % MEMBERS);
        let list = |collection: &str, filter: &str, more: &str| {
            let filter = encode(filter);
            format!(
                "/api/collections/{collection}/records?perPage=20&skipTotal=1&filter={filter}{more}"
            )
        };
        match work {
            Work::Profile => {
                let person = id('p', number * self.people / REQUESTS);
                format!("/api/collections/users/records/{person}?expand=skills_via_owner")
            }
            Work::Balance => format!("/api/collections/wallets/records/{member}"),
            Work::Bookings => {
                let filter = format!("client='{member}'");
                list("bookings", &filter, "&sort=-created&expand=client,provider,skill")
            }
            Work::PeopleByName => {
                let filter = format!(r#"firstname~"{typed}%" || lastname~"{typed}%""#);
                list("users", &filter, "&expand=skills_via_owner")
            }
            Work::PeopleNearby => format!("/api/near/people/{lat}/{lon}"),
            Work::SkillsNearby => format!("/api/near/skills/{category}/{lat}/{lon}"),
            _ => {
                let number = number % MEMBERS;
                let filter = format!("thread='{}'", thread(number, number ^ 1));
                list("messages", &filter, "&sort=-created")
            }
        }
    }

    /// Adds a member's token to a request.
    fn by(&self, member: usize, request: Request) -> Request {
        request.with_token(&self.tokens[member])
    }
}

impl Side for PocketBase {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn script(&self) -> &str {
        &self.script
    }

    fn read(&self, work: Work, number: usize) -> Request {
        self.by(number % MEMBERS, Request::get(self.path(work, number)))
    }

    fn message(&self, sender: usize, receiver: usize) -> Request {
        let body = json!({
            "sender": id('m', sender),
            "receiver": id('m', receiver),
            "thread": thread(sender, receiver),
            "content": WORDS,
        });
        self.by(sender, Request::new("POST", "/api/collections/messages/records").json(&body))
    }

    fn follow(&self) -> Vec<Request> {
        let follow = |number| {
            let (id, member, person) = (id('f', number), id('m', number), id('p', 0));
            let body = json!({ "id": id, "follower": member, "followee": person });
            self.by(number, Request::new("POST", "/api/collections/follows/records").json(&body))
        };
        (0..MEMBERS).map(follow).collect()
    }

    fn unfollow(&self) -> Vec<Request> {
        let unfollow = |number| {
            let path = format!("/api/collections/follows/records/{}", id('f', number));
            self.by(number, Request::new("DELETE", path))
        };
        (0..MEMBERS).map(unfollow).collect()
    }
}

async fn is_ready(address: SocketAddr) -> bool {
    let Ok(mut client) = Client::connect(address).await else {
        return false;
    };
    client.get("/api/health").await.is_ok_and(|(status, _)| status == 200)
}

/// Returns the name of the conversation of two members.
fn thread(one: usize, other: usize) -> String {
    format!("{}-{}", one.min(other), one.max(other))
}

/// Writes the rows that the migration imports.
fn write_rows(folder: &Path, count: usize) -> Result<()> {
    let rows = folder.join("rows");
    fs::create_dir(&rows)?;
    let mut crowd = people(count);
    for batch in 0..count.div_ceil(BATCH) {
        let (people, skills): (Vec<_>, Vec<_>) = crowd.by_ref().take(BATCH).unzip();
        write(&rows, &format!("users-{batch}"), &people)?;
        write(
            &rows,
            &format!("skills-{batch}"),
            &skills.into_iter().flatten().collect::<Vec<_>>(),
        )?;
    }
    let (mut users, mut skills, mut wallets) = (Vec::new(), Vec::new(), Vec::new());
    let (mut bookings, mut messages) = (Vec::new(), Vec::new());
    for number in 0..MEMBERS {
        let (own, other) = (id('m', number), id('m', number ^ 1));
        users.push(json!({ "id": own, "firstname": "Terry", "lastname": "Talker", "location": "",
            "lat": 0, "lon": 0,
        }));
        skills.push(json!({
            "id": own, "owner": own, "category": "plumbing", "skill_type": "Plumbing",
            "experience_level": "expert", "hourly_rate": 0,
            "lat": 0, "lon": 0,
            "description": "Patient and tidy, with twenty years behind me.",
        }));
        wallets.push(json!({ "id": own, "owner": own, "balance": 0, "sparks": 10 }));
        bookings.extend((1..=BOOKINGS).map(|day| {
            json!({
                "id": id('b', number * BOOKINGS + day), "client": own, "provider": other,
                "skill": other, "price": 0, "description": "My tap drips.", "status": "accepted",
                "location": "14 Secret Street, Leeds LS1 4ZZ",
                "date": format!("2027-03-0{day} 10:00:00.000Z"),
            })
        }));
        messages.extend((0..MESSAGES / 2).map(|minute| {
            json!({
                "id": id('n', number * MESSAGES + minute), "sender": own, "receiver": other,
                "thread": thread(number, number ^ 1), "content": WORDS,
                "created": format!("2026-01-01 00:{minute:02}:00.000Z"),
            })
        }));
    }
    let tables = [
        ("users-members", users),
        ("skills-members", skills),
        ("wallets", wallets),
        ("bookings", bookings),
        ("messages", messages),
    ];
    tables.iter().try_for_each(|(name, table)| write(&rows, name, table))?;
    let members: Vec<String> = (0..MEMBERS).map(|number| id('m', number)).collect();
    Ok(fs::write(folder.join("members"), members.join("\n"))?)
}

fn write(folder: &Path, name: &str, rows: &[impl Serialize]) -> Result<()> {
    Ok(fs::write(folder.join(name), serde_json::to_vec(rows)?)?)
}
