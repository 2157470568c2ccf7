//! Queries and writes of needs.

use sparkyard_kernel::{
    BookingId, ItemId, Page, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment, Idempotency},
    events::{
        community::{
            NEED_ANSWERED, NEED_EXPIRES, NEED_POSTED, NEED_SORTED, NeedExpires, NeedHelp,
            NeedPosted,
        },
        moderation::{POST_HELD, POST_SETTLED},
    },
    ports::{HeldPost, Takedown, WithdrawnPost},
};
use surrealdb::types::SurrealValue;

use super::{
    CommunityStore,
    rows::{EndRow, Listed, NeedRow, PostedRow, WordsRow},
};
use crate::{
    error::NEED,
    model::need::{MAX_ANSWERS, Need, NeedAnswer, NeedWords, State, Times},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const BOARD: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM need \
     WITH INDEX need_board WHERE shown = true AND state = 'open' AND newest > $after ORDER BY newest LIMIT $limit";
pub(super) const IN_CATEGORY: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM need \
     WITH INDEX need_category WHERE shown = true AND state = 'open' AND category = $category AND newest > $after \
     ORDER BY newest LIMIT $limit";
pub(super) const OWN: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM need \
     WITH INDEX need_own WHERE author = $author AND newest > $after ORDER BY newest LIMIT $limit";
pub(super) const DUE: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM need \
     WITH INDEX need_due WHERE shown = true AND state = 'open' AND due_at <= $now LIMIT $limit";

pub(super) const BOOKED: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM need \
     WHERE booking = $booking LIMIT 1";

/// End of a need.
pub(crate) struct Ending {
    pub(crate) state: State,
    /// Member who helped.
    pub(crate) helper: Option<UserId>,
    pub(crate) at: Timestamp,
    /// End of its time, if it may only end for that: it may have been renewed.
    pub(crate) until: Option<Timestamp>,
    /// Id and content of the event to the member who helped.
    pub(crate) thanks: Option<(String, NeedHelp)>,
}

/// Returns a fragment that takes a need down. Throws `community.need_changed` if it is taken down
/// or deleted.
pub(crate) fn take_down(id: &ItemId, takedown: &Takedown) -> Fragment {
    Fragment::new("fn::community::take_down", NEED)
        .arg(id.clone())
        .arg(takedown.clone())
        .arg(takedown.at.as_millis())
}

/// Returns a fragment that shows a need that others have never seen, from now on for the time
/// `times`. Throws `community.need_changed` if it is shown, deleted, or has another revision.
pub(crate) fn release(need: &Need, times: Times, newest: String) -> Fragment {
    let Times { until, due_at } = times;
    Fragment::new("fn::community::release", NEED)
        .arg(need.id.clone())
        .arg(need.revision)
        .arg(PostedRow { until, due_at, newest })
}

/// Returns a fragment that counts one more open report about a need, or one less.
pub(crate) fn flag(id: &ItemId, is_open: bool) -> Fragment {
    let by: i64 = if is_open { 1 } else { -1 };
    Fragment::new("fn::community::flag", &[]).arg(id.clone()).arg(by)
}

/// Returns the event about a need that others can see from now on.
pub(crate) fn posted(need: &Need) -> (String, NeedPosted) {
    let (need_id, author_id) = (need.id.clone(), need.author.clone());
    let posted = NeedPosted { need_id, author_id, title: need.words.title.clone() };
    (need.id.to_string(), posted)
}

/// Returns a fragment that reverses a takedown. Throws `community.need_changed` if the need is not
/// taken down.
pub(crate) fn put_back(id: &ItemId, at: Timestamp) -> Fragment {
    Fragment::new("fn::community::put_back", NEED).arg(id.clone()).arg(at).arg(at.as_millis())
}

fn end_need(id: &ItemId, from: Vec<State>, end: EndRow, at: Timestamp) -> Fragment {
    Fragment::new("fn::community::end_need", NEED)
        .arg(id.clone())
        .arg(from)
        .arg(end)
        .arg(at.as_millis())
}

/// Returns a fragment that counts a need among the open ones of its author, at most `most`.
fn hold_place(need: &Need, most: u32) -> Fragment {
    Fragment::new("fn::community::hold_place", NEED)
        .arg(need.author.clone())
        .arg(need.id.clone())
        .arg(i64::from(most))
}

impl CommunityStore {
    /// Stores a need, and its case if staff look at it before others see it. A repeated idempotency
    /// key returns the id of the first request. Fails with `community.too_many_needs`.
    pub(crate) async fn post_need(
        &self,
        need: &Need,
        most: u32,
        (charge, held): (Fragment, Option<HeldPost>),
        key: Option<Idempotency>,
    ) -> Result<ItemId, DbError> {
        let write = self
            .db
            .write("community.post_need")
            .bind("id", need.id.clone())
            .bind("row", NeedRow::from(need))
            .call(charge)
            .call(hold_place(need, most))
            .step("CREATE type::record('need', $id) CONTENT $row RETURN NONE")
            .idempotent(key)
            .returning("$id");
        let write = if let Some(HeldPost { effects, payload }) = held {
            let event = payload.event_id();
            write.calls(effects).publish(POST_HELD, event, need.created_at, payload)
        } else {
            let (event, posted) = posted(need);
            write.publish(NEED_POSTED, event, need.created_at, posted)
        };
        write.run().await
    }

    /// Returns one need.
    pub(crate) async fn need(&self, id: &ItemId) -> Result<Option<Need>, DbError> {
        let row: Option<NeedRow> = self.db.get("need", id.clone()).await?;
        Ok(row.map(|row| row.need(id.clone())))
    }

    /// Returns up to `limit` needs on the board after the sort key `after`, newest first, of all
    /// categories or of those with the slugs `category`; the time of some may be over.
    pub(crate) async fn board(
        &self,
        category: Option<&[String]>,
        after: Option<&str>,
        limit: i64,
    ) -> Result<Vec<Need>, DbError> {
        let queries = match category {
            Some(slugs) => slugs
                .iter()
                .map(|slug| self.db.query(IN_CATEGORY).bind("category", slug.clone()))
                .collect(),
            None => vec![self.db.query(BOARD)],
        };
        let mut found: Vec<Listed<NeedRow>> = Vec::new();
        for query in queries {
            let query = query.bind("after", after.unwrap_or_default().to_owned());
            found.extend(query.bind("limit", limit).fetch::<Listed<NeedRow>>().await?);
        }
        // An index has one category, and each was read in order.
        found.sort_by(|one, other| one.newest.cmp(&other.newest));
        found.truncate(usize::try_from(limit).unwrap_or_default());
        Ok(found.into_iter().map(|listed| listed.row.need(listed.id)).collect())
    }

    /// Returns a page of the needs of `author`, newest first.
    pub(crate) async fn needs_of(
        &self,
        author: &UserId,
        page: &PageQuery,
    ) -> Result<Page<Need>, DbError> {
        let query = self.db.query(OWN).bind("author", author.clone());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let rows: Vec<Listed<NeedRow>> = query.bind("limit", page.fetch_limit()).fetch().await?;
        let page = Page::cut(rows, page, |listed| listed.newest.clone());
        Ok(page.map(|listed| listed.row.need(listed.id)))
    }

    /// Replaces the text of an open need, also of one that staff hold back. Fails with
    /// `community.need_changed` if it is not open, or taken down.
    pub(crate) async fn edit_need(
        &self,
        id: &ItemId,
        words: NeedWords,
        (at, times): (Timestamp, Times),
    ) -> Result<(), DbError> {
        self.db
            .write("community.edit_need")
            .violations(NEED)
            .bind("id", id.clone())
            .bind("words", WordsRow::from(words))
            .bind("at", at)
            .bind("until", times.until)
            .bind("due", times.due_at)
            .step(
                "LET $edited = (UPDATE type::record('need', $id) SET title = $words.title, \
                 text = $words.text, category = $words.category, sparks = $words.sparks, \
                 days = $words.days, until = $until, due_at = $due, edited_at = $at, \
                 revision += 1 WHERE state = 'open' AND moderation != 'removed')",
            )
            .step("IF array::len($edited) = 0 { THROW 'community.need_changed' }")
            .run()
            .await
    }

    /// Posts a need for its time once more, at the place `newest`.
    /// Fails with `community.need_changed` if it is closed or hidden.
    pub(crate) async fn renew_need(
        &self,
        need: &Need,
        times: Times,
        newest: &str,
        most: u32,
    ) -> Result<(), DbError> {
        self.db
            .write("community.renew_need")
            .violations(NEED)
            .bind("id", need.id.clone())
            .bind("until", times.until)
            .bind("due", times.due_at)
            .bind("newest", newest.to_owned())
            .call(hold_place(need, most))
            .step(
                "LET $renewed = (UPDATE type::record('need', $id) SET state = 'open', \
                 until = $until, due_at = $due, newest = $newest, ended_ms = 0, \
                 helper = NONE, booking = NONE \
                 WHERE shown = true AND state IN ['open', 'expired', 'arranged'])",
            )
            .step("IF array::len($renewed) = 0 { THROW 'community.need_changed' }")
            .run()
            .await
    }

    /// Ends an open need: its author closes it, or its time is over. Fails with
    /// `community.need_changed` if it is not open.
    pub(crate) async fn end_need(&self, id: &ItemId, ending: Ending) -> Result<(), DbError> {
        let Ending { state, helper, at, thanks, until } = ending;
        // What is closed may have expired a moment ago.
        let from = match state {
            State::Closed => vec![State::Open, State::Expired, State::Arranged],
            _ => vec![State::Open],
        };
        let end = EndRow { state, helper, until };
        let write = self.db.write("community.end_need").call(end_need(id, from, end, at));
        let payload = thanks.into_iter();
        let write =
            payload.fold(write, |write, (id, help)| write.publish(NEED_SORTED, id, at, help));
        write.run().await
    }

    /// Returns the need that is arranged by a booking.
    pub(crate) async fn booked_need(&self, booking: BookingId) -> Result<Option<Need>, DbError> {
        let query = self.db.query(BOOKED).bind("booking", booking);
        let row: Option<Listed<NeedRow>> = query.fetch_optional().await?;
        Ok(row.map(|listed| listed.row.need(listed.id)))
    }

    /// Notes that a need is arranged with `helper`, who answered it. Fails with
    /// `community.need_changed` if it is neither open nor expired, hidden, or not answered by them.
    pub(crate) async fn arrange_need(
        &self,
        id: &ItemId,
        helper: &UserId,
        booking: BookingId,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let arrange = Fragment::new("fn::community::arrange_need", NEED)
            .arg(id.clone())
            .arg(helper.clone())
            .arg(booking)
            .arg(at.as_millis());
        self.db.write("community.arrange_need").call(arrange).run().await
    }

    /// Undoes [`arrange_need`](Self::arrange_need). Fails with `community.need_changed` if the need
    /// is not arranged by this booking.
    pub(crate) async fn free_need(
        &self,
        id: &ItemId,
        booking: BookingId,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let free =
            Fragment::new("fn::community::free_need", NEED).arg(id.clone()).arg(booking).arg(at);
        self.db.write("community.free_need").call(free).run().await
    }

    /// Deletes a need, and its case if staff hold it back. Changes nothing if it is deleted
    /// already.
    pub(crate) async fn delete_need(
        &self,
        need: &Need,
        withdrawn: Option<WithdrawnPost>,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let free = Fragment::new("fn::community::free_place", &[])
            .arg(need.author.clone())
            .arg(need.id.clone());
        let write = self
            .db
            .write("community.delete_need")
            .from_reserve()
            .bind("id", need.id.clone())
            .step("DELETE type::record('need', $id) RETURN NONE")
            .call(free);
        let write =
            withdrawn.into_iter().fold(write, |write, WithdrawnPost { effect, payload }| {
                write.call(effect).publish(POST_SETTLED, payload.event_id(), at, payload)
            });
        write.run().await
    }

    /// Adds an answer to a need, unless the member has answered it before. Fails with
    /// `community.need_changed` if the need is hidden or deleted: an answer that crosses the
    /// end of a need still counts, because its message has been sent. Fails with
    /// `community.enough_answers` if many have answered.
    pub(crate) async fn answer_need(
        &self,
        need: &Need,
        answer: NeedAnswer,
        charge: Fragment,
        key: Option<Idempotency>,
    ) -> Result<(), DbError> {
        let at = answer.at;
        let event = NeedHelp {
            need_id: need.id.clone(),
            title: need.words.title.clone(),
            author_id: need.author.clone(),
            helper_id: answer.member.clone(),
        };
        let id = format!("{}:{}", need.id, answer.member);
        self.db
            .write("community.answer_need")
            .violations(NEED)
            .bind("id", need.id.clone())
            .bind("answer", answer)
            .bind("most", MAX_ANSWERS)
            .call(charge)
            .step("LET $need = (SELECT * FROM ONLY type::record('need', $id))")
            .step(
                "IF $need = NONE OR !$need.shown \
                 { THROW 'community.need_changed' }",
            )
            .step(
                "IF $answer.member NOT IN $need.answers.member { \
                 IF array::len($need.answers) >= $most { THROW 'community.enough_answers' }; \
                 UPDATE $need.id SET answers += $answer RETURN NONE }",
            )
            .publish(NEED_ANSWERED, id, at, event)
            .idempotent(key)
            .run()
            .await
    }

    /// Returns up to `limit` open needs whose author is to be warned, or whose time is over.
    pub(crate) async fn due_needs(&self, now: Timestamp, limit: i64) -> Result<Vec<Need>, DbError> {
        let query = self.db.query(DUE).bind("now", now).bind("limit", limit);
        let rows: Vec<Listed<NeedRow>> = query.fetch().await?;
        Ok(rows.into_iter().map(|listed| listed.row.need(listed.id)).collect())
    }

    /// Tells the author that a need expires soon, once for each time for which it was posted.
    /// Changes nothing if it was renewed or ended meanwhile.
    pub(crate) async fn warn_author(&self, need: &Need, at: Timestamp) -> Result<(), DbError> {
        #[derive(SurrealValue)]
        struct Posted {
            until: Timestamp,
            due_at: Timestamp,
        }
        let payload = NeedExpires {
            need_id: need.id.clone(),
            title: need.words.title.clone(),
            author_id: need.author.clone(),
        };
        let event = format!("{}:{}", need.id, need.until.as_millis());
        self.db
            .write("community.warn_author")
            .violations(NEED)
            .bind("id", need.id.clone())
            .bind("posted", Posted { until: need.until, due_at: need.due_at })
            .step(
                "LET $warned = (UPDATE type::record('need', $id) SET due_at = until \
                 WHERE shown = true AND state = 'open' AND until = $posted.until AND due_at = $posted.due_at)",
            )
            .step("IF array::len($warned) = 0 { THROW 'community.need_changed' }")
            .publish(NEED_EXPIRES, event, at, payload)
            .run()
            .await
    }
}
