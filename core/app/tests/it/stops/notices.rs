//! Effects of the outbox: every notification was delivered exactly once.

use std::{
    ops::Range,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{
    check::Check,
    client::Client,
    compare::{Difference, Expected, List, compare},
    person::Person,
};

const NOTICES: List = List { path: "/api/notifications/bookings", line: notice };

/// Maximum delay of notifications on a busy machine. A delivery interrupted by a stop is repeated
/// soon after the next start, since leases are in memory.
const ON_THE_WAY: Duration = Duration::from_secs(45);

/// Range of a client's bookings whose notifications must have arrived, without those already
/// checked.
pub(crate) type Due = Range<usize>;

/// Returns what is due from each client. Recent bookings are left to a later comparison unless this
/// one is complete, since their notifications may still be on the way.
pub(crate) fn due(clients: &[Client], whole: bool) -> Vec<Due> {
    let due = |client: &Client| {
        let acknowledged = &client.acknowledged;
        if whole {
            return 0..acknowledged.bookings.len();
        }
        let finished = &acknowledged.bookings[acknowledged.notified..acknowledged.end().bookings];
        let old = finished.iter().take_while(|booking| booking.touched.elapsed() > ON_THE_WAY);
        acknowledged.notified..acknowledged.notified + old.count()
    };
    clients.iter().map(due).collect()
}

impl Check<'_> {
    pub(crate) async fn notices(&self, index: usize, due: &[Due]) {
        let everything: Vec<Due> =
            self.town.clients.iter().map(|client| 0..client.acknowledged.bookings.len()).collect();
        let expected = Expected {
            wanted: self.expected_notices(index, due),
            known: self.expected_notices(index, &everything),
        };
        let me = &self.client(index).me;
        self.arrived(me, &expected).await.must_be_none(&me.name, &NOTICES);
    }

    /// Returns a person's notifications as client and provider, for a range of bookings.
    fn expected_notices<C: FromIterator<String>>(&self, index: usize, of: &[Due]) -> C {
        let booked_by = self.booked_by(index);
        let (me, client) = (self.client(index), self.client(booked_by));
        let provider = self.client(self.provider_of(index));
        let own = me.acknowledged.bookings[of[index].clone()].iter().flat_map(|booking| {
            let [lines, _] = booking.notices(&me.me.name, &provider.me.name);
            lines
        });
        let theirs =
            client.acknowledged.bookings[of[booked_by].clone()].iter().flat_map(|booking| {
                let [_, lines] = booking.notices(&client.me.name, &me.me.name);
                lines
            });
        own.chain(theirs).collect()
    }

    /// Waits for notifications as long as more of them arrive.
    async fn arrived(&self, me: &Person, expected: &Expected) -> Difference {
        let (mut fewest, mut deadline) = (usize::MAX, Instant::now());
        loop {
            let difference = compare(me, self.url, &NOTICES, expected).await;
            if difference.lost() < fewest {
                (fewest, deadline) = (difference.lost(), Instant::now() + ON_THE_WAY);
            }
            let waits = fewest > 0 && Instant::now() < deadline;
            if !waits || !difference.has_nothing_more() {
                return difference;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

/// Returns the line of a notification in a response.
fn notice(row: &Value) -> Option<String> {
    Some(format!("{}: {}", row["link"].as_str()?, row["title"].as_str()?))
}
