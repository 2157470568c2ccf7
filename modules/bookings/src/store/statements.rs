//! Storage of statements in disputes.

use sparkyard_kernel::{
    BookingId, ItemId, Page, PageQuery,
    db::{DbError, Fragment, Topic},
    events::{bookings::DisputeAnswered, core::MAIL},
    ports::MailMessage,
};

use super::{BookingStore, rows::StatementRow};
use crate::{error::STATEMENT_REFUSALS, model::dispute::Statement};

/// `EXPLAIN` must show a range of an index.
pub(super) const STATEMENTS: &str = "SELECT *, record::id(id) AS id FROM dispute_statement \
     WHERE booking = $booking AND seq > $after ORDER BY seq LIMIT $limit";

/// Data of the transaction that stores a statement.
pub(crate) struct Saying {
    /// Whether the statement answers the party that opened the dispute.
    pub(crate) answers: bool,
    /// Writes that count it towards the daily quota, and the audit entry for staff.
    pub(crate) fragments: Vec<Fragment>,
    /// Event, with its id.
    pub(crate) event: (Topic<DisputeAnswered>, String, DisputeAnswered),
    /// Mails, each with its id.
    pub(crate) mails: Vec<(String, MailMessage)>,
}

impl BookingStore {
    /// Stores a statement as the next one of its dispute; throws `bookings.dispute_decided` if it
    /// is decided. `AlreadyExists` if the statement was stored before.
    pub(crate) async fn add_statement(
        &self,
        statement: &Statement,
        saying: Saying,
    ) -> Result<i64, DbError> {
        let Saying { answers, fragments, event: (topic, id, payload), mails } = saying;
        let mut write = self
            .db
            .write("bookings.add_statement")
            .bind("statement", statement.id.clone())
            .bind("booking", statement.booking)
            .bind("row", StatementRow::from(statement))
            .bind("answers", answers)
            .violations(STATEMENT_REFUSALS)
            .step(
                "LET $seq = (UPDATE type::record('dispute', $booking) SET statements += 1, \
                 answered = answered OR $answers WHERE open = true RETURN VALUE statements)[0]",
            )
            .step("IF $seq = NONE { THROW 'bookings.dispute_decided' }")
            .step("CREATE type::record('dispute_statement', $statement) CONTENT $row RETURN NONE")
            .step("UPDATE type::record('dispute_statement', $statement) SET seq = $seq RETURN NONE")
            .calls(fragments)
            .publish(topic, id, statement.at, payload);
        for (id, mail) in mails {
            write = write.publish(MAIL, id, statement.at, mail);
        }
        write.returning("$seq").run().await
    }

    /// Returns a statement.
    pub(crate) async fn statement(&self, id: &ItemId) -> Result<Option<Statement>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM type::record('dispute_statement', $id)";
        let query = self.db.query(query).bind("id", id.clone());
        Ok(query.fetch_optional::<StatementRow>().await?.map(Statement::from))
    }

    /// Returns a page of statements after a position, oldest first.
    pub(crate) async fn statements(
        &self,
        booking: BookingId,
        after: i64,
        page: &PageQuery,
    ) -> Result<Page<Statement>, DbError> {
        let rows = self
            .db
            .query(STATEMENTS)
            .bind("booking", booking)
            .bind("after", after)
            .bind("limit", page.fetch_limit())
            .fetch::<StatementRow>()
            .await?;
        Ok(Page::cut(rows, page, |row| row.seq.to_string()).map(Statement::from))
    }
}
