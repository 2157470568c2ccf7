//! Rows that the API cannot make in such number or at such times.

use sparkyard_kernel::{Timestamp, db::Db};

/// Adds `count` bookings of one hour on consecutive minutes from `at`. Their providers are `giver0`,
/// `giver1` and so on, in turn, of whom there are `givers`; each has a client of their own.
pub(crate) async fn add_bookings(
    db: &Db,
    first: i64,
    count: i64,
    givers: i64,
    at: &str,
    status: &str,
) {
    db.write("test.add_bookings")
        .bind("first", first)
        .bind("end", first + count)
        .bind("givers", givers)
        .bind("at", at.parse::<Timestamp>().unwrap())
        .bind("status", status.to_owned())
        .step(
            "FOR $id IN $first..$end { LET $who = <string> ($id % $givers); \
             LET $when = $at + duration::from_mins($id - $first); \
             CREATE type::record('booking', $id) SET client = 'client' + $who, \
             provider = 'giver' + $who, skill = 's', skill_type = 'Plumbing', title = 't', \
             description = 'd', location = 'l', area = 'a', starts_at = $when, payable_at = $when, \
             hours = 1, policy = 'flexible', method = 'none', price_minor = 0, escrow = 'none', \
             status = $status, last_action = 'complete', last_by = 'client', timeline = [], \
             reviewed = false, created_at = $when, updated_at = $when, version = 1, newest = -$id \
             RETURN NONE }",
        )
        .run::<()>()
        .await
        .unwrap();
}

/// Adds fourteen past exchanges of half an hour between three pairs of members: four confirmed, and
/// two of each other status.
pub(crate) async fn add_exchanges(db: &Db, day: &str, at: Timestamp) {
    db.write("test.add_exchanges")
        .bind("day", day.to_owned())
        .bind("at", at)
        .step(
            "FOR $n IN 0..14 { LET $statuses = ['waiting', 'confirmed', 'unanswered', 'objected', \
             'withdrawn', 'reversed', 'confirmed']; LET $writer = 'giver' + <string> ($n % 3); \
             CREATE type::record('exchange', $day + <string> $n) SET writer = $writer, \
             other = 'client' + <string> ($n % 3), helper = $writer, day = $day, hours = 50, \
             skill = 'Divorce of Mr Smith', amount = 0, status = $statuses[$n % 7], \
             created_at = $at, due_at = $at, newest = $day + <string> $n RETURN NONE }",
        )
        .run::<()>()
        .await
        .unwrap();
}
