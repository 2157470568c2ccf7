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
    addresses::{MailAddresses, ReplyTo, ReturnToken},
    authentication::{Authentication, SenderCheck},
    reading::{self, Received},
    reports::Report,
};
use crate::mail::{
    store::{MailStore, Outcome},
    troubles::Troubles,
};

/// Daily number of notices to one address about rejected mails. Enough for a person who tries
/// again, too few for two programs that answer each other.
const ANSWERS: DailyAllowance = DailyAllowance { what: "core.mail_answers", most: 5 };
/// Daily number of such notices to all addresses together, since senders can be forged.
const ALL_ANSWERS: DailyAllowance = DailyAllowance { what: "core.all_mail_answers", most: 200 };

const UNREADABLE: Verdict = Verdict::Rejected("it cannot be read");
const FORGED: Verdict = Verdict::Rejected("the mail server says that its sender is forged");
const UNKNOWN: Verdict = Verdict::Rejected("it is to no address that we have given to anybody");
const AUTOMATIC: Verdict = Verdict::Rejected("a program has written it");
const NOBODYS: Verdict = Verdict::Rejected("it reports no mail that we have sent");
const UNCHECKED: Verdict = Verdict::Rejected(
    "the mail server does not say whether its sender is forged (see mail.inbound.check_senders and \
     mail.inbound.authserv_id)",
);
const KEPT_OUT: Verdict = Verdict::Rejected("the account of its sender is suspended or waits");
const NOT_THEIRS: Verdict = Verdict::Rejected("it is not from the member to whom we have written");

/// Reasons for rejecting a mail, as told to its sender.
mod told {
    pub(super) const NOT_THEIRS: &str = "It did not come from the email address of your \
                                         account. Please write from that address.";
    pub(super) const UNCHECKED: &str = "Our mail server could not tell whether it really came \
                                        from you. Please write on the site instead.";
    pub(super) const KEPT_OUT: &str = "Your account cannot be used at present, so you cannot \
                                       write to anybody.";
    pub(super) const EXPIRED: &str = "The email that you answered is more than a month old.";
    pub(super) const EMPTY: &str = "We found no text of your own in it, only quoted text. \
                                    Please write above the quoted text.";
}

/// Reads the mailbox.
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

    /// Handles a report of a returned mail. Anybody can send a report, so it counts only with the
    /// token of the mail.
    async fn returned(&self, mail: &Received, report: &Report) -> Result<Verdict, ApiError> {
        let by_address = mail.to.iter().filter_map(|to| self.addresses.returned_to(to));
        let tokens: Vec<ReturnToken> = by_address.chain(report.token.clone()).collect();
        let proven = report.addresses.iter().find(|address| {
            tokens.iter().any(|token| self.addresses.has_written_to(token, address))
        });
        let Some(address) = proven else { return Ok(NOBODYS) };
        if let Some(kind) = report.kind {
            self.troubles.note(address, kind, &report.reason, &mail.id).await?;
        }
        Ok(Verdict::Done)
    }

    /// Handles a reply to each of `addresses`.
    async fn answered(
        &self,
        mail: &Received,
        addresses: Vec<(String, ReplyTo)>,
    ) -> Result<Verdict, ApiError> {
        let Some(from) = &mail.from else { return Ok(NOT_THEIRS) };
        let account = self.accounts.by_email(from).await?;
        let unchecked = mail.authentication == Authentication::Missing
            && self.senders != SenderCheck::Unchecked;
        // Notices to forged senders would reach people who have nothing to do with the site.
        let is_known = account.is_some() || mail.authentication == Authentication::Passed;
        let mut verdict = Verdict::Done;
        for (address, reply) in addresses {
            let key = digest(&[mail.id.as_bytes(), address.as_bytes()]);
            if self.store.is_taken(&key).await? {
                continue;
            }
            let is_theirs = |user| self.addresses.was_given_to(&reply, user);
            let writer = account.as_ref().filter(|account| is_theirs(&account.id));
            let now = self.clock.now();
            let outcome = match writer {
                None => {
                    verdict = NOT_THEIRS;
                    match is_known && !unchecked {
                        true => self.answer(from, told::NOT_THEIRS, now).await?,
                        false => None,
                    }
                }
                Some(_) if unchecked => {
                    verdict = UNCHECKED;
                    self.answer(from, told::UNCHECKED, now).await?
                }
                Some(writer) if !writer.is_active() => {
                    verdict = KEPT_OUT;
                    self.answer(from, told::KEPT_OUT, now).await?
                }
                Some(_) if reply.expired => self.answer(from, told::EXPIRED, now).await?,
                Some(_) if mail.text.is_empty() && mail.files == 0 => {
                    self.answer(from, told::EMPTY, now).await?
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
            self.store.take(&key, now, outcome).await?;
        }
        Ok(verdict)
    }

    /// Returns the notice of rejection, or `None` once the daily number is used up.
    async fn answer(
        &self,
        to: &str,
        why: &str,
        now: Timestamp,
    ) -> Result<Option<Outcome>, ApiError> {
        let db = self.store.db();
        if !ANSWERS.spend(db, to, 1, now).await? || !ALL_ANSWERS.spend(db, "all", 1, now).await? {
            return Ok(None);
        }
        let mail = MailMessage::new(to, "core/not_sent").with("why", why);
        Ok(Some(Outcome::Answer(mail)))
    }

    async fn act_on(&self, raw: &[u8]) -> Result<Verdict, ApiError> {
        let known = self.addresses.clone();
        let answerable = move |to: &str| known.reply_to(to).is_some();
        let read = reading::read(raw, &self.senders, answerable).await;
        let Some(mail) = read.map_err(ApiError::internal)? else { return Ok(UNREADABLE) };
        if let Some(report) = &mail.report {
            return self.returned(&mail, report).await;
        }
        let known = |to: &String| Some((to.clone(), self.addresses.reply_to(to)?));
        let addresses: Vec<_> = mail.to.iter().filter_map(known).collect();
        match () {
            () if addresses.is_empty() => Ok(UNKNOWN),
            () if mail.automatic => Ok(AUTOMATIC),
            () if mail.authentication == Authentication::Failed => Ok(FORGED),
            () => self.answered(&mail, addresses).await,
        }
    }
}

#[async_trait]
impl MailReader for MailboxJob {
    async fn read(&self, mail: &[u8]) -> anyhow::Result<Verdict> {
        self.act_on(mail).await.map_err(|error| anyhow!("{error:?}"))
    }
}

#[async_trait]
impl JobRunner for MailboxJob {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        let read = self.mailbox.empty(self).await?;
        if read > 0 {
            info!(read, "the mailbox was read");
        }
        Ok(())
    }
}

/// Derives a UUID from a digest.
fn uuid(key: &str) -> String {
    let text = digest(&[b"uuid", key.as_bytes()]);
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
