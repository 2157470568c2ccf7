//! Letters of the admins to members: at most one a day, sent in batches, at a pace, to everybody in a
//! segment who wants such mail.

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    ApiError, Caller, Cursor, Cx, ItemId, Limit, Page, PageQuery, Ports, Timestamp, UserId,
    audit::AuditEntry,
    db::DbError,
    events::core::MAIL_TO_MANY,
    idempotency::{digest, idempotency},
    ports::{
        AccountInfo, Accounts, MailMessage, MailTopic, MailTroubles, People, PersonInfo,
        Preferences, Skills, Standing,
    },
    segment::Segment,
};

use crate::{
    error::{LETTER_TOO_SOON, NotificationError, TOO_MANY_TRIALS},
    model::letter::{Audience, Letter, LetterForViewer, LetterWords, next_after, time_of_batch},
    store::{
        NotificationStore,
        letters::{LetterPart, WENT_ON},
    },
};

/// Members per batch, and per write.
const BATCH: u32 = 50;
/// Members per query while recipients are counted.
const COUNTED: u32 = 100;
/// Maximum number of unfinished letters. One is sent a day, and an undeliverable mail is given up
/// after four days.
const MAX_OPEN: usize = 10;
/// Limit of mails not tried yet, above which no batch is added. Keeps a slow mail server from
/// filling the database.
const MAX_UNTRIED: usize = 500;
/// Limit of all waiting mails, above which no batch is added. High, so that servers which defer
/// mail hold up the letter only when there are very many.
const MAX_WAITING: usize = 5_000;
/// Trial letters per admin and hour.
const TRIALS: u32 = 10;
const TEMPLATE: &str = "notifications/letter";

/// Sends letters to members.
pub(crate) struct LetterService {
    cx: Cx,
    store: NotificationStore,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    troubles: Arc<dyn MailTroubles>,
    preferences: Option<Arc<dyn Preferences>>,
    /// Absent without the module for skills: then nobody offers any.
    skills: Option<Arc<dyn Skills>>,
    per_hour: u32,
}

impl LetterService {
    /// Creates the service; fails with the name of a missing port.
    pub(crate) fn new(cx: &Cx, per_hour: u32, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "notifications";
        Ok(Self {
            cx: cx.clone(),
            store: NotificationStore::new(cx.db.clone()),
            accounts: ports.require(NAME)?,
            people: ports.require(NAME)?,
            troubles: ports.require(NAME)?,
            preferences: ports.optional(),
            skills: ports.optional(),
            per_hour,
        })
    }

    /// Returns the present time.
    pub(crate) fn now(&self) -> Timestamp {
        self.cx.now()
    }

    /// Returns the recipients of a letter sent to a segment now.
    pub(crate) async fn audience(&self, segment: &Segment) -> Result<Audience, NotificationError> {
        let now = self.cx.now();
        let last = self.store.last_letter().await?;
        let members = self.count(now, segment).await?;
        let per_hour = Some(self.per_hour).filter(|limit| *limit > 0);
        Ok(Audience { members, next_at: next_after(last, now), per_hour })
    }

    /// Sends a letter on behalf of an admin, and records it in the audit log.
    pub(crate) async fn send(
        &self,
        caller: &Caller,
        (words, segment): (LetterWords, Segment),
        key: Option<&str>,
    ) -> Result<LetterForViewer, NotificationError> {
        let now = self.cx.now();
        let members = match next_after(self.store.last_letter().await?, now) {
            None => match self.count(now, &segment).await? {
                0 => return Err(NotificationError::NobodyInSegment),
                members => members,
            },
            // Refused, or a repeated request: the count is not needed.
            Some(_) => 0,
        };
        // Without the time of joining, which moves on until a request is repeated.
        let whom = format!("{:?}", (&segment.town, segment.offers, &segment.category));
        let parts = [words.subject.as_bytes(), words.text.as_bytes(), whom.as_bytes()];
        let key = idempotency(caller, "send_letter", key, &parts, now)?;
        let id = ItemId(self.cx.ids.next());
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: now,
            actor: caller.id.as_str(),
            action: "notifications.letter_sent",
            subject: format!("letter:{id}"),
            detail: words.subject.clone(),
        };
        let letter = Letter {
            id,
            words,
            author: caller.id.clone(),
            sent_at: now,
            segment,
            members,
            sent: 0,
            cursor: None,
            next_at: None,
            done: false,
            stopped: false,
        };
        match self.store.send_letter(letter, audit, key).await {
            Err(DbError::Refused(violation)) if *violation == LETTER_TOO_SOON => {
                let last = self.store.last_letter().await?;
                Err(NotificationError::LetterTooSoon(next_after(last, now).unwrap_or(now)))
            }
            sent => Ok(self.named(vec![sent?]).await?.remove(0)),
        }
    }

    /// Stops a letter on behalf of an admin: members whom it has not reached get none.
    pub(crate) async fn stop(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<LetterForViewer, NotificationError> {
        let letter = self.store.letter(id).await?.ok_or(NotificationError::LetterNotFound)?;
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action: "notifications.letter_stopped",
            subject: format!("letter:{id}"),
            detail: letter.words.subject,
        };
        self.store.stop_letter(id, audit).await?;
        let stopped = self.store.letter(id).await?.ok_or(NotificationError::LetterNotFound)?;
        Ok(self.named(vec![stopped]).await?.remove(0))
    }

    /// Sends a letter to its author only, as it would look, whatever mail they have switched off.
    pub(crate) async fn try_out(
        &self,
        caller: &Caller,
        words: &LetterWords,
    ) -> Result<String, NotificationError> {
        let now = self.cx.now();
        let clock = now.to_jiff();
        let hour = clock.strftime("%H").to_string();
        let found = self.accounts.find(std::slice::from_ref(&caller.id)).await?;
        let account = found
            .into_iter()
            .next()
            .ok_or_else(|| ApiError::internal("an admin without an account"))?;
        let people = self.people.find(std::slice::from_ref(&caller.id)).await?;
        let mail = mail(&account, people.get(&caller.id), words).with("trial", "yes");
        let allowance = self.cx.limits.daily("notifications.letter_trials", TRIALS);
        let used = allowance.use_up(&format!("{}:{hour}", caller.id), 1, now, &TOO_MANY_TRIALS);
        let mail_id = digest(&[b"letter trial", self.cx.ids.next().as_bytes()]);
        match self.store.send_trial(used, (mail_id, mail), now).await {
            Err(DbError::Refused(violation)) if *violation == TOO_MANY_TRIALS => {
                let over = now.as_seconds().rem_euclid(3600).unsigned_abs();
                Err(NotificationError::TooManyTrials(3600 - over))
            }
            sent => Ok(sent.map(|()| account.email)?),
        }
    }

    /// Lists letters, newest first.
    pub(crate) async fn list(
        &self,
        page: &PageQuery,
    ) -> Result<Page<LetterForViewer>, NotificationError> {
        let Page { items, next_cursor } = self.store.letters(page).await?;
        Ok(Page { items: self.named(items).await?, next_cursor })
    }

    /// Sends the next batch of every unfinished letter. Safe to run concurrently: the row of each
    /// letter decides which run sends the batch.
    pub(crate) async fn bring(&self) -> Result<(), NotificationError> {
        let now = self.cx.now();
        for letter in self.store.open_letters(MAX_OPEN).await? {
            if letter.next_at.is_some_and(|next| next > now) {
                continue;
            }
            let db = &self.cx.db;
            if db.untried(MAIL_TO_MANY, MAX_UNTRIED).await? >= MAX_UNTRIED
                || db.waiting(MAIL_TO_MANY, MAX_WAITING).await? >= MAX_WAITING
            {
                return Ok(());
            }
            match self.bring_one(&letter).await {
                // Another process was faster.
                Err(NotificationError::Db(DbError::Refused(violation)))
                    if *violation == WENT_ON => {}
                outcome => outcome?,
            }
        }
        Ok(())
    }

    async fn bring_one(&self, letter: &Letter) -> Result<(), NotificationError> {
        let cursor = letter.cursor.clone().map(Cursor);
        let Page { items, next_cursor } = self.members(cursor, BATCH).await?;
        let readers = self.readers(items, letter.sent_at, &letter.segment).await?;
        let ids: Vec<UserId> = readers.iter().map(|reader| reader.id.clone()).collect();
        let people = self.people.find(&ids).await?;
        let mails = readers.iter().map(|reader| {
            let parts = ["letter", letter.id.as_str(), reader.id.as_str()].map(str::as_bytes);
            let mail = mail(reader, people.get(&reader.id), &letter.words);
            (digest(&parts), mail.if_wanted(&reader.id, MailTopic::Marketing))
        });
        let mails: Vec<_> = mails.collect();
        let at = self.cx.now();
        let next_at = at + time_of_batch(mails.len(), self.per_hour);
        let part = LetterPart { letter, mails, next: next_cursor, at, next_at };
        Ok(self.store.bring_letter(part).await?)
    }

    /// Counts the recipients of a letter sent to a segment at `at`.
    async fn count(&self, at: Timestamp, segment: &Segment) -> Result<u64, NotificationError> {
        let (mut count, mut cursor) = (0, None);
        loop {
            let Page { items, next_cursor } = self.members(cursor, COUNTED).await?;
            count += self.readers(items, at, segment).await?.len() as u64;
            match next_cursor {
                Some(next) => cursor = Some(Cursor(next)),
                None => return Ok(count),
            }
        }
    }

    /// Returns a page of the members who can sign in. Newest first, so that a member who joins
    /// meanwhile does not shift the others.
    async fn members(
        &self,
        cursor: Option<Cursor>,
        most: u32,
    ) -> Result<Page<AccountInfo>, NotificationError> {
        let page = PageQuery::new(Some(Limit(most)), cursor)?;
        Ok(self.accounts.list(None, Some(Standing::Active), &page).await?)
    }

    /// Filters the recipients of a letter of `sent_at`: members of the segment by then who want such
    /// mail and whose address takes it.
    async fn readers(
        &self,
        mut members: Vec<AccountInfo>,
        sent_at: Timestamp,
        segment: &Segment,
    ) -> Result<Vec<AccountInfo>, NotificationError> {
        members.retain(|member| member.created_at <= sent_at);
        let mut members = segment.select(members, &*self.people, self.skills.as_deref()).await?;
        let ids: Vec<UserId> = members.iter().map(|member| member.id.clone()).collect();
        let wishes = match &self.preferences {
            Some(preferences) => preferences.of(&ids).await?,
            None => HashMap::new(),
        };
        let troubles = self.troubles.among(&ids).await?;
        members.retain(|member| {
            let wish = wishes.get(&member.id).cloned().unwrap_or_default();
            let paused =
                troubles.iter().any(|trouble| trouble.user == member.id && trouble.kind.pauses());
            wish.choices.wants(MailTopic::Marketing) && !paused
        });
        Ok(members)
    }

    async fn named(&self, letters: Vec<Letter>) -> Result<Vec<LetterForViewer>, NotificationError> {
        let authors: Vec<UserId> = letters.iter().map(|letter| letter.author.clone()).collect();
        let people = self.people.find(&authors).await?;
        let seen = letters.into_iter().map(|letter| {
            let author_name = people.get(&letter.author).map(PersonInfo::name).unwrap_or_default();
            LetterForViewer { letter, author_name }
        });
        Ok(seen.collect())
    }
}

/// Builds the mail of a letter to one member.
fn mail(to: &AccountInfo, person: Option<&PersonInfo>, words: &LetterWords) -> MailMessage {
    MailMessage::new(&to.email, TEMPLATE)
        .with_some("name", person.map(|person| person.firstname.clone()))
        .with("title", &words.subject)
        .with("text", &words.text)
}
