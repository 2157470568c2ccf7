//! Handles inbound mails.

use std::{sync::Arc, time::Duration};

use anyhow::anyhow;
use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Clock, Job, Timestamp,
    allowance::DailyAllowance,
    events::core::MailReply,
    idempotency::digest,
    job::JobRunner,
    ports::{Accounts, MailMessage},
};
use tracing::info;

use super::{
    MailReader, Mailbox, Verdict,
    addresses::{BounceToken, MailAddresses, ReplyTo},
    authentication::{Authentication, SenderCheck},
    reading::{self, Received},
    reports::Report,
};
use crate::mail::{
    store::{MailStore, Outcome},
    troubles::Troubles,
};

/// Daily number of rejection mails to one address. Enough for a person who tries again, too few for
/// two programs that reply to each other.
const REJECTIONS_PER_ADDRESS: DailyAllowance =
    DailyAllowance { what: "core.mail_answers", most: 5 };
/// Daily number of rejection mails to all addresses together, since senders can be forged.
const REJECTIONS_IN_TOTAL: DailyAllowance =
    DailyAllowance { what: "core.all_mail_answers", most: 200 };

// Reasons for rejecting a mail, for the log.
const UNREADABLE: Verdict = Verdict::Rejected("it cannot be parsed");
const FORGED: Verdict = Verdict::Rejected("the mail server reports that its sender is forged");
const UNKNOWN_RECIPIENT: Verdict =
    Verdict::Rejected("it is not addressed to a reply address of ours");
const AUTOMATIC_REPLY: Verdict = Verdict::Rejected("it is an automatic reply");
const FOREIGN_BOUNCE: Verdict = Verdict::Rejected("it is a bounce of a mail that we did not send");
const UNCHECKED: Verdict = Verdict::Rejected(
    "the mail server does not report whether its sender is forged (see mail.inbound.check_senders \
     and mail.inbound.authserv_id)",
);
const EXPIRED: Verdict = Verdict::Rejected("the reply address in it has expired");
const EMPTY: Verdict = Verdict::Rejected("it has no text of its own");
const INACTIVE_ACCOUNT: Verdict =
    Verdict::Rejected("the account of its sender is suspended or awaits approval");
const WRONG_SENDER: Verdict =
    Verdict::Rejected("it is not from the member for whom the reply address was made");

/// Reasons for rejecting a mail, for its sender.
mod reason {
    pub(super) const WRONG_SENDER: &str = "It did not come from the email address of your \
                                           account. Please write from that address.";
    pub(super) const UNCHECKED: &str = "Our mail server could not tell whether it really came \
                                        from you. Please write on the site instead.";
    pub(super) const INACTIVE_ACCOUNT: &str = "Your account cannot be used at present, so you \
                                               cannot write to anybody.";
    pub(super) const EXPIRED: &str = "The email that you answered is more than a month old.";
    pub(super) const EMPTY: &str = "We found no text of your own in it, only quoted text. \
                                    Please write above the quoted text.";
}

/// Job that reads the mailbox.
pub(crate) struct MailboxJob {
    mailbox: Arc<dyn Mailbox>,
    addresses: Arc<MailAddresses>,
    accounts: Arc<dyn Accounts>,
    troubles: Arc<Troubles>,
    store: MailStore,
    clock: Arc<dyn Clock>,
    senders: SenderCheck,
}

impl MailboxJob {
    pub(crate) fn new(
        (mailbox, senders): (Arc<dyn Mailbox>, SenderCheck),
        addresses: Arc<MailAddresses>,
        accounts: Arc<dyn Accounts>,
        troubles: Arc<Troubles>,
        store: MailStore,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { mailbox, addresses, accounts, troubles, store, clock, senders }
    }

    /// Returns the job that reads the mailbox.
    pub(crate) fn job(self, every: Duration) -> Job {
        Job::from_runner("core.read_mailbox", every, Arc::new(self))
    }

    /// Handles a bounce. Anybody can send one, so it counts only with the token of the mail.
    async fn handle_bounce(&self, mail: &Received, report: &Report) -> Result<Verdict, ApiError> {
        let by_address = mail.to.iter().filter_map(|to| self.addresses.bounce_token_in(to));
        let tokens: Vec<BounceToken> = by_address.chain(report.token.clone()).collect();
        let our_recipient = report.addresses.iter().find(|address| {
            tokens.iter().any(|token| self.addresses.matches_recipient(token, address))
        });
        let Some(address) = our_recipient else { return Ok(FOREIGN_BOUNCE) };
        if let Some(kind) = report.kind {
            self.troubles.record(address, kind, &report.reason, &mail.id).await?;
        }
        Ok(Verdict::Done)
    }

    /// Handles a reply to each of `addresses`.
    async fn handle_reply(
        &self,
        mail: &Received,
        addresses: Vec<(String, ReplyTo)>,
    ) -> Result<Verdict, ApiError> {
        let Some(from) = &mail.from else { return Ok(WRONG_SENDER) };
        let account = self.accounts.by_email(from).await?;
        let unchecked = mail.authentication == Authentication::Missing
            && self.senders != SenderCheck::Unchecked;
        // Rejection mails to forged senders would reach people who do not use the site.
        let is_genuine = account.is_some() || mail.authentication == Authentication::Passed;
        let mut verdict = Verdict::Done;
        for (address, reply) in addresses {
            let key = digest(&[mail.id.as_bytes(), address.as_bytes()]);
            if self.store.is_processed(&key).await? {
                continue;
            }
            let is_theirs = |user| self.addresses.belongs_to(&reply, user);
            let writer = account.as_ref().filter(|account| is_theirs(&account.id));
            let now = self.clock.now();
            let outcome = match writer {
                None => {
                    verdict = WRONG_SENDER;
                    match is_genuine && !unchecked {
                        true => self.rejection_mail(from, reason::WRONG_SENDER, now).await?,
                        false => None,
                    }
                }
                Some(_) if unchecked => {
                    verdict = UNCHECKED;
                    self.rejection_mail(from, reason::UNCHECKED, now).await?
                }
                Some(writer) if !writer.is_active() => {
                    verdict = INACTIVE_ACCOUNT;
                    self.rejection_mail(from, reason::INACTIVE_ACCOUNT, now).await?
                }
                Some(_) if reply.expired => {
                    verdict = EXPIRED;
                    self.rejection_mail(from, reason::EXPIRED, now).await?
                }
                Some(_) if mail.text.is_empty() && mail.files == 0 => {
                    verdict = EMPTY;
                    self.rejection_mail(from, reason::EMPTY, now).await?
                }
                Some(writer) => Some(Outcome::Reply(MailReply {
                    from: writer.id.clone(),
                    address: writer.email.clone(),
                    to: reply.other,
                    client_id: uuid(&key),
                    text: mail.text.clone(),
                    files: mail.files,
                })),
            };
            self.store.mark_processed(&key, now, outcome).await?;
        }
        Ok(verdict)
    }

    /// Returns the rejection mail, or `None` once the daily number is used up.
    async fn rejection_mail(
        &self,
        to: &str,
        why: &str,
        now: Timestamp,
    ) -> Result<Option<Outcome>, ApiError> {
        let db = self.store.db();
        if !REJECTIONS_PER_ADDRESS.spend(db, to, 1, now).await?
            || !REJECTIONS_IN_TOTAL.spend(db, "all", 1, now).await?
        {
            return Ok(None);
        }
        let mail = MailMessage::new(to, "core/not_sent").with("why", why);
        Ok(Some(Outcome::Rejection(mail)))
    }

    async fn handle(&self, raw: &[u8]) -> Result<Verdict, ApiError> {
        let addresses = self.addresses.clone();
        let is_reply_address = move |to: &str| addresses.reply_to(to).is_some();
        let read = reading::read(raw, &self.senders, is_reply_address).await;
        let Some(mail) = read.map_err(ApiError::internal)? else { return Ok(UNREADABLE) };
        if let Some(report) = &mail.report {
            return self.handle_bounce(&mail, report).await;
        }
        let reply_to = |to: &String| Some((to.clone(), self.addresses.reply_to(to)?));
        let addresses: Vec<_> = mail.to.iter().filter_map(reply_to).collect();
        if addresses.is_empty() {
            Ok(UNKNOWN_RECIPIENT)
        } else if mail.automatic {
            Ok(AUTOMATIC_REPLY)
        } else if mail.authentication == Authentication::Failed {
            Ok(FORGED)
        } else {
            self.handle_reply(&mail, addresses).await
        }
    }
}

#[async_trait]
impl MailReader for MailboxJob {
    async fn read(&self, mail: &[u8]) -> anyhow::Result<Verdict> {
        self.handle(mail).await.map_err(|error| anyhow!("{error:?}"))
    }
}

#[async_trait]
impl JobRunner for MailboxJob {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        let read = self.mailbox.process_all(self).await?;
        if read > 0 {
            info!(read, "the mailbox was read");
        }
        Ok(())
    }
}

/// Derives an id in the format of a UUID from `key`, always the same. It has no version bits.
fn uuid(key: &str) -> String {
    let text = digest(&[b"uuid", key.as_bytes()]);
    // The digest is base64url: each of its characters gives one hexadecimal digit.
    let mut hex: String = text.bytes().take(32).map(|byte| HEX[usize::from(byte % 16)]).collect();
    for at in [8, 13, 18, 23] {
        hex.insert(at, '-');
    }
    hex
}

const HEX: [char; 16] =
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];

#[cfg(test)]
mod tests {
    use super::uuid;

    #[test]
    fn uuid_is_stable_per_mail() {
        let one = uuid("one");
        assert_eq!(one.len(), 36);
        assert_eq!(one.split('-').map(str::len).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
        assert_eq!(one, uuid("one"));
        assert_ne!(one, uuid("two"));
    }
}
