//! Notifies members of sparks that were moved without a booking.

use sparkyard_kernel::{
    Event, UserId,
    events::{
        timebank::{ExchangeChanged, SparksGiven, SparksReversed},
        wallet::CreditLimitChanged,
    },
    ports::{LiveNews, LiveWallet, MailTopic},
};

use super::{
    NotificationService,
    notify::{name, notice},
};
use crate::{
    error::NotificationError,
    model::{
        Kind,
        wording::{self, ExchangeStep, SparkTexts},
    },
};

impl NotificationService {
    /// Notifies both sides of a gift or grant.
    pub(crate) async fn sparks_given(
        &self,
        gift: &SparksGiven,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let sides = [gift.giver_id.as_ref(), gift.receiver_id.as_ref()];
        let [from, to] = self.names_of_sides(sides).await?;
        self.tell_sides(sides, wording::sparks_given(gift, [&from, &to]), event).await
    }

    /// Notifies both sides of a reversal by staff.
    pub(crate) async fn sparks_reversed(
        &self,
        reversal: &SparksReversed,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let sides = [reversal.giver_id.as_ref(), reversal.receiver_id.as_ref()];
        let [from, to] = self.names_of_sides(sides).await?;
        self.tell_sides(sides, wording::sparks_reversed(reversal, [&from, &to]), event).await
    }

    /// Notifies the sides of an exchange of a step of it.
    pub(crate) async fn exchange_changed(
        &self,
        step: ExchangeStep,
        exchange: &ExchangeChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let sides = [Some(&exchange.writer_id), Some(&exchange.other_id)];
        let [writer, other] = self.names_of_sides(sides).await?;
        let texts = wording::exchange(step, exchange, [&writer, &other]);
        let texts = SparkTexts { giver: texts.writer, receiver: texts.other };
        self.tell_sides(sides, texts, event).await
    }

    /// Notifies a member of a change of how much they may owe.
    pub(crate) async fn credit_limit_changed(
        &self,
        changed: &CreditLimitChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let texts =
            SparkTexts { giver: Some(wording::credit_limit_changed(changed)), receiver: None };
        self.tell_sides([Some(&changed.user_id), None], texts, event).await
    }

    /// Returns the first names of the sides; empty for the pot.
    async fn names_of_sides(
        &self,
        sides: [Option<&UserId>; 2],
    ) -> Result<[String; 2], NotificationError> {
        let ids: Vec<&UserId> = sides.into_iter().flatten().collect();
        let found = self.find(&ids).await?;
        Ok(sides.map(|side| side.map(|id| name(&found, id)).unwrap_or_default()))
    }

    /// Gives each side its text, and updates the balance on open pages of both.
    async fn tell_sides(
        &self,
        [giver, receiver]: [Option<&UserId>; 2],
        texts: SparkTexts,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let members = giver.into_iter().chain(receiver);
        let news = members.map(|id| (id.clone(), LiveNews::Wallet(LiveWallet::default())));
        let news = news.collect();
        let texts_of_members =
            giver.zip(texts.giver).into_iter().chain(receiver.zip(texts.receiver));
        let notices =
            texts_of_members.map(|(id, text)| notice(event, id, Kind::Account, text)).collect();
        self.give_with(notices, news, Some(MailTopic::Account)).await
    }
}
