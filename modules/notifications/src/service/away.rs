//! Mails members what they have not seen.

use std::{collections::BTreeMap, sync::Arc};

use sparkyard_kernel::{
    Cx, ItemId, Ports, Timestamp, UserId,
    db::{DbError, GroupWrite},
    events::chat::MessageSent,
    idempotency::digest,
    ports::{
        AccountInfo, Accounts, Conversations, Digest, MailMessage, MailTopic, MemberPreferences,
        OptionalMail, People, Preferences, ReplyAddresses,
    },
};
use tracing::error;

use crate::{
    error::NotificationError,
    model::away::{Absent, Missed, Plan, plan},
    store::{
        NotificationStore,
        away::{MOVED_ON, Outcome},
    },
};

/// Members processed per query.
const BATCH: usize = 100;
/// Items processed for one member per run; the rest follows in the next run.
const MOST: usize = 200;
/// Maximum number of lines in a mail.
const LINES: usize = 8;
/// Text for a message without words.
const PICTURE: &str = "A picture";

/// Mails members with unseen items.
pub(crate) struct AwayService {
    cx: Cx,
    store: NotificationStore,
    /// Batches concurrent messages into one write.
    remembering: GroupWrite<Missed>,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    conversations: Option<Arc<dyn Conversations>>,
    preferences: Option<Arc<dyn Preferences>>,
    addresses: Option<Arc<dyn ReplyAddresses>>,
}

impl AwayService {
    /// Creates the service; fails with the name of a missing port.
    pub(crate) fn new(cx: &Cx, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "notifications";
        let store = NotificationStore::new(cx.db.clone());
        let remembers = store.clone();
        Ok(Self {
            cx: cx.clone(),
            store,
            remembering: GroupWrite::new(move |missed| {
                let store = remembers.clone();
                async move { store.miss(missed).await }
            }),
            accounts: ports.require(NAME)?,
            people: ports.require(NAME)?,
            conversations: ports.optional(),
            preferences: ports.optional(),
            addresses: ports.optional(),
        })
    }

    /// Records a message until it is read, or mailed if the reader wants mail of `topic`.
    pub(crate) async fn message_sent(
        &self,
        message: &MessageSent,
        topic: MailTopic,
        at: Timestamp,
    ) -> Result<(), NotificationError> {
        let MessageSent { id, from, to, excerpt } = message;
        let missed = Missed {
            receiver: to.clone(),
            topic,
            item: id.clone(),
            sender: Some(from.clone()),
            words: if excerpt.is_empty() { PICTURE.to_owned() } else { excerpt.clone() },
            at,
            waiting: true,
        };
        Ok(self.remembering.run(missed).await?)
    }

    /// Processes all due members, and returns the number of failures. Safe to run concurrently: the
    /// row of each member decides which run writes to them.
    pub(crate) async fn look_after_all(&self) -> Result<usize, NotificationError> {
        let now = self.cx.now();
        let (mut failed, mut after) = (0, Timestamp::EPOCH);
        loop {
            let due = self.store.absent(after, now, BATCH).await?;
            let last = due.last().map(|(_, due_at)| *due_at);
            let full = due.len() == BATCH;
            for (absent, _) in due {
                let user = absent.user.clone();
                match self.look_after(absent, now).await {
                    Ok(()) => {}
                    // Another item arrived, or another process was faster.
                    Err(NotificationError::Db(DbError::Refused(violation)))
                        if *violation == MOVED_ON => {}
                    Err(cause) => {
                        error!(%user, "cannot tell a member what they missed, will retry: {cause}");
                        failed += 1;
                    }
                }
            }
            match last {
                Some(last) if full => after = last,
                _ => return Ok(failed),
            }
        }
    }

    async fn look_after(&self, absent: Absent, now: Timestamp) -> Result<(), NotificationError> {
        let all = self.store.missed(&absent.user, MOST).await?;
        let more = all.len() == MOST;
        let wants = self.wants(&absent.user).await?;
        let (unseen, seen) = self.unseen(&absent.user, all).await?;
        let here = !seen.is_empty() || self.has_seen_told(&absent).await?;
        let absent = if here { absent.back() } else { absent };
        let senders: Vec<UserId> = unseen.iter().filter_map(|one| one.sender.clone()).collect();
        let blocked = self.people.blocked_among(&absent.user, &senders).await?;
        let (mut missed, unwanted): (Vec<_>, Vec<_>) = unseen.into_iter().partition(|missed| {
            let apart = missed.sender.as_ref().is_some_and(|sender| blocked.contains(sender));
            wants.choices.wants(missed.topic) && !apart
        });
        missed.sort_by(|one, other| one.at.cmp(&other.at).then_with(|| one.id().cmp(&other.id())));
        let mut done: Vec<String> = seen.iter().chain(&unwanted).map(Missed::id).collect();
        let Some(oldest) = missed.first().map(|missed| missed.at) else {
            let due_at = more.then_some(now);
            let absent = Absent { digest: Digest::Off, ..absent };
            let outcome = Outcome { absent, due_at, done, mails: Vec::new() };
            return Ok(self.store.looked_after(outcome, now).await?);
        };
        let digest = match plan(&wants, &absent, oldest, now) {
            Plan::Write(digest) => digest,
            Plan::Wait(until, digest) => {
                let absent = Absent { digest, ..absent };
                let outcome = Outcome { absent, due_at: Some(until), done, mails: Vec::new() };
                return Ok(self.store.looked_after(outcome, now).await?);
            }
        };
        let mails = self.mails(&absent, &missed, digest).await?;
        let mailed: Vec<String> = missed.iter().map(Missed::id).collect();
        done.extend(mailed.iter().cloned());
        let last = mailed.into_iter().rev().take(LINES).collect();
        let absent = Absent { digest: Digest::Off, ..absent }.mailed(now, last);
        let due_at = more.then_some(now);
        Ok(self.store.looked_after(Outcome { absent, due_at, done, mails }, now).await?)
    }

    async fn wants(&self, user: &UserId) -> Result<MemberPreferences, NotificationError> {
        let Some(preferences) = &self.preferences else { return Ok(MemberPreferences::default()) };
        let mut found = preferences.of(std::slice::from_ref(user)).await?;
        Ok(found.remove(user).unwrap_or_default())
    }

    /// Splits `all` into what the member has not seen, and what they have.
    async fn unseen(
        &self,
        user: &UserId,
        all: Vec<Missed>,
    ) -> Result<(Vec<Missed>, Vec<Missed>), NotificationError> {
        let mut by_sender: BTreeMap<Option<UserId>, Vec<ItemId>> = BTreeMap::new();
        for missed in &all {
            by_sender.entry(missed.sender.clone()).or_default().push(missed.item.clone());
        }
        let mut unseen: Vec<(Option<UserId>, ItemId)> = Vec::new();
        for (sender, items) in by_sender {
            let left = match (&sender, &self.conversations) {
                (None, _) => self.store.unseen(&items).await?,
                (Some(sender), Some(chat)) => chat.unread(user, sender, &items).await?,
                // The chat module is switched off: nobody could read the message that the mail
                // links to.
                (Some(_), None) => Vec::new(),
            };
            unseen.extend(left.into_iter().map(|item| (sender.clone(), item)));
        }
        let is_unseen = |missed: &Missed| {
            unseen.iter().any(|(sender, item)| *sender == missed.sender && *item == missed.item)
        };
        Ok(all.into_iter().partition(is_unseen))
    }

    /// Checks whether the member has seen any item of the last mail, and so has been here since.
    async fn has_seen_told(&self, absent: &Absent) -> Result<bool, NotificationError> {
        if absent.told.is_empty() {
            return Ok(false);
        }
        let mailed = self.store.told(&absent.told).await?;
        Ok(!self.unseen(&absent.user, mailed).await?.1.is_empty())
    }

    /// Returns the mails about `missed`, each with a deterministic id. Empty if the member cannot
    /// sign in.
    async fn mails(
        &self,
        absent: &Absent,
        missed: &[Missed],
        span: Digest,
    ) -> Result<Vec<(String, MailMessage)>, NotificationError> {
        let accounts = self.accounts.find(std::slice::from_ref(&absent.user)).await?;
        let Some(account) = accounts.into_iter().find(AccountInfo::is_active) else {
            return Ok(Vec::new());
        };
        let mut ids: Vec<UserId> = missed.iter().filter_map(|one| one.sender.clone()).collect();
        ids.push(absent.user.clone());
        let people = self.people.find(&ids).await?;
        let name = |id: &UserId| {
            people.get(id).map_or_else(|| "Someone".to_owned(), |found| found.firstname.clone())
        };
        let mut letters: BTreeMap<Option<&UserId>, Vec<&Missed>> = BTreeMap::new();
        for one in missed {
            let matter = if span == Digest::Off { one.sender.as_ref() } else { None };
            letters.entry(matter).or_default().push(one);
        }
        let letter = |(sender, all): (Option<&UserId>, Vec<&Missed>)| {
            let words = |one: &&Missed| match (&one.sender, sender) {
                (Some(writer), None) => format!("{}: {}", name(writer), one.words),
                _ => one.words.clone(),
            };
            let lines: Vec<String> = all.iter().take(LINES).map(words).collect();
            let more = all.len().saturating_sub(LINES);
            let (template, path) = match sender {
                Some(sender) => ("notifications/messages", format!("/chat/{sender}")),
                None if span == Digest::Off => ("notifications/notices", "/explore".to_owned()),
                None => ("notifications/digest", "/explore".to_owned()),
            };
            let mut mail = MailMessage::new(&account.email, template)
                .with("name", name(&absent.user))
                .with("lines", lines.join("\n"))
                .with("path", path)
                .with_some("more", (more > 0).then(|| more.to_string()));
            if let Some(sender) = sender {
                let thread = format!("conversation {} {}", absent.user, sender);
                mail = mail.with("other", name(sender)).in_thread(thread);
                let addresses = self.addresses.as_ref();
                let address = addresses.and_then(|all| all.for_conversation(&absent.user, sender));
                if let Some(address) = address {
                    mail = mail.with("replies", "yes").reply_to(address);
                }
            }
            if span != Digest::Off {
                let time = if span == Digest::Weekly { "week" } else { "day" };
                mail = mail.with("span", time);
            }
            mail.optional = Some(optional(&absent.user, &all));
            let matter = sender.map_or("", UserId::as_str);
            let version = absent.version.to_string();
            let parts = ["away", absent.user.as_str(), &version, matter].map(str::as_bytes);
            (digest(&parts), mail)
        };
        Ok(letters.into_iter().map(letter).collect())
    }
}

/// Returns the preferences that can stop a mail about `all`.
fn optional(user: &UserId, all: &[&Missed]) -> OptionalMail {
    let mut topics: Vec<MailTopic> = Vec::new();
    for one in all {
        if !topics.contains(&one.topic) {
            topics.push(one.topic);
        }
    }
    let also = topics.split_off(1.min(topics.len()));
    let topic = topics.first().copied().unwrap_or(MailTopic::Account);
    OptionalMail { also, ..OptionalMail::new(user, topic) }
}
