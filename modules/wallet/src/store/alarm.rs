//! Mails to admins.

use sparkyard_kernel::{Timestamp, db::DbError, events::core::MAIL, ports::MailMessage};

use super::WalletStore;

impl WalletStore {
    /// Publishes all of these mails, each with its id, in one transaction. Mails with an id that
    /// already waits in the outbox are not sent again.
    pub(crate) async fn mail_all(
        &self,
        mails: Vec<(String, MailMessage)>,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let write = mails.into_iter().fold(self.db.write("wallet.alarm"), |write, (id, mail)| {
            write.publish(MAIL, id, at, mail)
        });
        write.run().await
    }
}
