//! Tells members by mail of what they have not seen.

use std::{collections::BTreeMap, sync::Arc};

use sparkyard_kernel::{
    Cx, ItemId, Ports, Timestamp, UserId,
    db::DbError,
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

/// Members looked after in one go.
const BATCH: usize = 100;
/// Things looked at for one member; what is left comes with the next look.
const MOST: usize = 200;
/// Lines of one mail.
const LINES: usize = 8;
/// What stands for a message without words.
const PICTURE: &str = "A picture";

/// Looks after those who have not seen something.
pub(crate) struct AwayService {
    cx: Cx,
    store: NotificationStore,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    conversations: Option<Arc<dyn Conversations>>,
    preferences: Option<Arc<dyn Preferences>>,
    addresses: Option<Arc<dyn ReplyAddresses>>,
}

impl AwayService {
    /// Takes the ports; an error names the one that is missing.
    pub(crate) fn new(cx: &Cx, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "notifications";
        Ok(Self {
            cx: cx.clone(),
            store: NotificationStore::new(cx.db.clone()),
            accounts: ports.require(NAME)?,
            people: ports.require(NAME)?,
            conversations: ports.optional(),
            preferences: ports.optional(),
            addresses: ports.optional(),
        })
    }

    /// Remembers a message until it is read, or told by mail if its reader wants that of `topic`.
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
        Ok(self.store.miss(missed).await?)
    }

    /// Looks after everybody who is due, and returns how many could not be. Safe to run twice at
    /// once: the row of each member decides which of two runs writes to them.
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
                    // They missed something else just now, or another process was faster.
                    Err(NotificationError::Db(DbError::Refused(refusal)))
                        if *refusal == MOVED_ON => {}
                    Err(cause) => {
                        error!(%user, "not told what they missed, will be tried again: {cause}");
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
        let (mut missed, unwanted): (Vec<_>, Vec<_>) =
            unseen.into_iter().partition(|missed| wants.choices.wants(missed.topic));
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
        let told: Vec<String> = missed.iter().map(Missed::id).collect();
        done.extend(told.iter().cloned());
        let told = told.into_iter().rev().take(LINES).collect();
        let absent = Absent { digest: Digest::Off, ..absent }.mailed(now, told);
        let due_at = more.then_some(now);
        Ok(self.store.looked_after(Outcome { absent, due_at, done, mails }, now).await?)
    }

    async fn wants(&self, user: &UserId) -> Result<MemberPreferences, NotificationError> {
        let Some(preferences) = &self.preferences else { return Ok(MemberPreferences::default()) };
        let mut found = preferences.of(std::slice::from_ref(user)).await?;
        Ok(found.remove(user).unwrap_or_default())
    }

    /// What a member has not seen of `all`, and what they have.
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
                // The module was switched off: nobody could read what the mail leads to.
                (Some(_), None) => Vec::new(),
            };
            unseen.extend(left.into_iter().map(|item| (sender.clone(), item)));
        }
        let is_unseen = |missed: &Missed| {
            unseen.iter().any(|(sender, item)| *sender == missed.sender && *item == missed.item)
        };
        Ok(all.into_iter().partition(is_unseen))
    }

    /// Whether somebody has seen any of what their last mail told: then they were here since.
    async fn has_seen_told(&self, absent: &Absent) -> Result<bool, NotificationError> {
        if absent.told.is_empty() {
            return Ok(false);
        }
        let told = self.store.told(&absent.told).await?;
        Ok(!self.unseen(&absent.user, told).await?.1.is_empty())
    }

    /// The mails that tell a member of `missed`, each with its id: the same whoever makes them.
    /// None to somebody who cannot sign in.
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

/// By which switches a mail that tells of `all` can be stopped.
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
