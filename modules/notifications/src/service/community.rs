//! Notifies members of announcements, of events, of what happens to needs on the board, and of
//! matches of their saved searches.

use sparkyard_kernel::{
    Cursor, Event, ItemId, Limit, Page, PageQuery, UserId,
    events::{
        community::{Announced, EventChanged, NeedExpires, NeedHelp, SearchMatched},
        moderation::NeedTakenDown,
    },
    idempotency::digest,
    ports::{MailTopic, Standing},
};

use super::{
    NotificationService,
    notify::{name, notice},
};
use crate::{
    error::NotificationError,
    model::{Kind, NewNotice, Text, wording},
};

/// Members notified per write.
const BATCH: u8 = 50;

impl NotificationService {
    /// Notifies the members of an announcement's segment, but its author. Newest members first, so
    /// that one who joins meanwhile does not shift the others.
    pub(crate) async fn announced(
        &self,
        announced: &Announced,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let (text, topic) = (wording::announced(announced), Some(MailTopic::Marketing));
        let mut cursor = None;
        loop {
            let page = PageQuery::new(Some(Limit(BATCH.into())), cursor)?;
            let Page { items, next_cursor } =
                self.accounts.list(None, Some(Standing::Active), &page).await?;
            let readers =
                announced.segment.select(items, &*self.people, self.skills.as_deref()).await?;
            let others = readers.iter().filter(|member| member.id != announced.author_id);
            let notices = others.map(|member| NewNotice {
                by_mail: topic,
                ..notice(event, &member.id, Kind::Account, text.clone())
            });
            self.give(notices.collect(), topic).await?;
            match next_cursor {
                Some(next) => cursor = Some(Cursor(next)),
                None => return Ok(()),
            }
        }
    }

    /// Notifies those whom a change of an event concerns.
    pub(crate) async fn event_changed(
        &self,
        change: &EventChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let Some(guests) = &self.guests else { return Ok(()) };
        let (text, topic) = (wording::event_changed(change), Some(MailTopic::Account));
        let mut after = 0;
        loop {
            let concerned = guests.concerned(change, after, BATCH.into()).await?;
            let notices = concerned.members.iter().map(|member| NewNotice {
                by_mail: topic,
                ..notice(event, member, Kind::Account, text.clone())
            });
            self.give(notices.collect(), topic).await?;
            match concerned.next {
                Some(next) => after = next,
                None => return Ok(()),
            }
        }
    }

    /// Notifies the author of a need of an answer.
    pub(crate) async fn need_answered(
        &self,
        help: &NeedHelp,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&help.helper_id]).await?;
        let text = wording::need_answered(help, &name(&found, &help.helper_id));
        self.tell_about_need(&help.author_id, text, event).await
    }

    /// Notifies a member that the author of a need thanks them for their help.
    pub(crate) async fn need_sorted(
        &self,
        help: &NeedHelp,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&help.author_id]).await?;
        let text = wording::need_sorted(help, &name(&found, &help.author_id));
        self.tell_about_need(&help.helper_id, text, event).await
    }

    /// Notifies the author of a need that it expires soon.
    pub(crate) async fn need_expires(
        &self,
        expires: &NeedExpires,
        event: &Event,
    ) -> Result<(), NotificationError> {
        self.tell_about_need(&expires.author_id, wording::need_expires(expires), event).await
    }

    /// Notifies the author of a need that it was taken down, and why.
    pub(crate) async fn need_taken_down(
        &self,
        down: &NeedTakenDown,
        event: &Event,
    ) -> Result<(), NotificationError> {
        self.tell_about_need(&down.user_id, wording::need_taken_down(down), event).await
    }

    /// Notifies members of matches of their saved searches, once a day for each search.
    pub(crate) async fn search_matched(
        &self,
        matched: &SearchMatched,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let topic = Some(MailTopic::Promotions);
        for matches in matched.matches.chunks(BATCH.into()) {
            let notices = matches.iter().map(|one| {
                let text = wording::search_matched(matched, one, self.cx.site.units);
                let (search, day) = (one.search_id.as_str(), &matched.day);
                NewNotice {
                    id: ItemId(digest(&[b"search", search.as_bytes(), day.as_bytes()])),
                    by_mail: topic,
                    ..notice(event, &one.user_id, Kind::Account, text)
                }
            });
            self.give(notices.collect(), topic).await?;
        }
        Ok(())
    }

    async fn tell_about_need(
        &self,
        receiver: &UserId,
        text: Text,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let topic = Some(MailTopic::Account);
        let notice = notice(event, receiver, Kind::Account, text);
        self.give(vec![NewNotice { by_mail: topic, ..notice }], topic).await
    }
}
