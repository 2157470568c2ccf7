//! Compares the server with `PocketBase`: the same requests on equal data, from the same load
//! generator, in alternating rounds.

mod crowd;
mod ours;
mod pocketbase;
mod table;

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use self::crowd::Crowd;
use self::ours::Ours;
use self::pocketbase::PocketBase;
use self::table::{Row, Table};
use crate::figures::Figures;
use crate::load::{Load, Request, Times};
use crate::process::Setup;

/// Number of signed-in members.
const MEMBERS: usize = 200;
/// Number of bookings per member, and of messages per pair of members.
const BOOKINGS: usize = 5;
const MESSAGES: usize = 40;
const ROUNDS: usize = 3;
const SECONDS: u32 = 5;
/// Number of concurrent readers.
const READERS: u32 = 16;
/// Number of different requests per kind.
const REQUESTS: usize = 10_000;
/// Writers: together 300 messages per second, if each takes 5 ms.
const WRITERS: Load = Load { clients: 30, seconds: SECONDS, pause: Duration::from_millis(95) };
const WORDS: &str = "Shall I bring the long ladder on Tuesday?";

/// A kind of request that is sent to both servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Work {
    Profile,
    Balance,
    Bookings,
    PeopleByName,
    PeopleNearby,
    SkillsNearby,
    Messages,
    Page,
    Script,
    Follow,
    /// Messages between this many members, in pairs.
    Pairs(usize),
    /// Messages from the first member to the second.
    One,
    /// Messages from this many members to the first.
    ToOne(usize),
}

/// A row of the table.
struct Line {
    name: &'static str,
    work: Work,
    clients: u32,
    /// Whether writes run at the same time.
    beside_writes: bool,
}

const fn read(name: &'static str, work: Work) -> Line {
    Line { name, work, clients: READERS, beside_writes: false }
}

const fn write(name: &'static str, work: Work, clients: u32) -> Line {
    Line { name, work, clients, beside_writes: false }
}

const LINES: [Line; 15] = [
    read("profile by id", Work::Profile),
    read("balance", Work::Balance),
    read("own bookings", Work::Bookings),
    read("people by name", Work::PeopleByName),
    read("20 people nearby", Work::PeopleNearby),
    read("skills of a category, nearest first", Work::SkillsNearby),
    read("messages of a conversation", Work::Messages),
    read("page", Work::Page),
    read("first script of the page", Work::Script),
    Line { beside_writes: true, ..read("profile by id, beside 300 writes/s", Work::Profile) },
    Line { beside_writes: true, ..read("balance, beside 300 writes/s", Work::Balance) },
    write("follow and unfollow one person", Work::Follow, 64),
    write("one member writes to one", Work::One, 64),
    write("32 members write in 16 pairs", Work::Pairs(32), 32),
    write("31 members write to one", Work::ToOne(31), 31),
];

/// A server under comparison, and the requests to it.
trait Side {
    fn address(&self) -> SocketAddr;
    /// Returns the path of the page's first script.
    fn script(&self) -> &str;
    /// Returns a request that reads something as a member.
    fn read(&self, work: Work, number: usize) -> Request;
    /// Returns a request that sends a message from one member to another.
    fn message(&self, sender: usize, receiver: usize) -> Request;
    /// Returns requests that make all members follow one person.
    fn follow(&self) -> Vec<Request>;
    /// Returns requests that make all members follow nobody.
    fn unfollow(&self) -> Vec<Request>;

    /// Returns the requests of a kind, to be sent in rotation.
    fn requests(&self, work: Work) -> Vec<Request> {
        match work {
            Work::Page => vec![page("/")],
            Work::Script => vec![page(self.script())],
            Work::Follow => [self.follow(), self.unfollow()].concat(),
            Work::One | Work::Pairs(_) | Work::ToOne(_) => {
                let message = |(sender, receiver)| self.message(sender, receiver);
                writers(work).into_iter().map(message).collect()
            }
            _ => (0..REQUESTS).map(|number| self.read(work, number)).collect(),
        }
    }
}

/// Fills both servers with a community of `people`, and prints the table.
///
/// # Errors
/// When a server does not start or answer, or `wrk` fails.
pub(crate) async fn measure(
    setup: &Setup,
    adding: &Setup,
    program: &Path,
    people: u32,
) -> Result<()> {
    let count = usize::try_from(people)?;
    crate::crowd::fill(setup, adding, people, &mut Figures::default()).await?;
    let server = setup.start().await?;
    // The index of people is loaded in the background after the start.
    server.settle().await?;
    let ours = Ours::prepare(server.address, Crowd::new()).await?;
    let folder = setup.data.with_file_name("bench-pocketbase");
    let pages = ours.pages().await?;
    let theirs = PocketBase::start(program, &folder, &pages, count, Crowd::new()).await?;
    let mut table = Table::default();
    for line in &LINES {
        let mut row = Row::default();
        server.settle().await?;
        for round in 0..ROUNDS {
            let mut times = [None, None];
            // The servers take turns in going first.
            for side in [round % 2, 1 - round % 2] {
                times[side] = Some(match side {
                    0 => run(&ours, line).await?,
                    _ => run(&theirs, line).await?,
                });
            }
            if let [Some(ours), Some(theirs)] = times {
                row.add(ours, theirs);
            }
        }
        table.add(line, &row);
        eprintln!("{}", table.last());
    }
    println!("\n{}\n\n{table}{NOTES}", title(people, &theirs));
    server.stop().await
}

/// Measures one server in one round; returns its times, and those of concurrent writes.
async fn run(side: &dyn Side, line: &Line) -> Result<(Times, Option<Times>)> {
    let address = side.address();
    if line.work == Work::Follow {
        for request in side.unfollow() {
            crate::client::Client::connect(address).await?.send(&request).await?;
        }
    }
    let load = Load::new(line.clients, SECONDS);
    let requests = side.requests(line.work);
    if !line.beside_writes {
        return Ok((load.send(address, &requests).await?, None));
    }
    let writes = side.requests(Work::Pairs(32));
    let (times, writes) =
        tokio::try_join!(load.send(address, &requests), WRITERS.send(address, &writes))?;
    Ok((times, Some(writes)))
}

fn title(people: u32, theirs: &PocketBase) -> String {
    format!(
        "Sparkyard beside {}: {people} people, {MEMBERS} signed-in members who ask in rotation, \
         {ROUNDS} rounds of {SECONDS} s each, medians; times in ms.",
        theirs.version,
    )
}

const NOTES: &str = "\
- Both run with their default settings, but without rate limits, and neither logs requests.
- Sparkyard has every write on the disk (fsync of its commit) before it answers. PocketBase keeps \
SQLite in WAL mode with synchronous=NORMAL, which has no fsync per commit: a power failure can lose \
the last writes.
- A message of Sparkyard also counts what is unread, keeps its order in the conversation and \
publishes an event; PocketBase creates one record.
- PocketBase has indexes for every query. Its record API cannot sort by distance: the two works by \
distance are SQL in its JavaScript hooks. The load generator and both servers share the processors.
- Failures: requests answered with a status of 400 or more, or not at all. A member's follow can \
overtake their unfollow on another connection; PocketBase refuses the second of two equal ones.";

/// Returns a request for a page or script, compressed as a browser accepts it.
fn page(path: &str) -> Request {
    Request::get(path).header("Accept-Encoding", "gzip, deflate, br")
}

/// Returns sender and receiver of each message of a kind, as indices of members.
fn writers(work: Work) -> Vec<(usize, usize)> {
    match work {
        Work::Pairs(count) => (0..count).map(|number| (number, number ^ 1)).collect(),
        Work::ToOne(count) => (1..=count).map(|number| (number, 0)).collect(),
        _ => vec![(0, 1)],
    }
}
