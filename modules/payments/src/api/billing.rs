use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    ItemId, Json, Reply, SignedIn, done,
    envelope::{CONFLICT, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::billing::{
        AddBillingMethod, BillingMethod, BillingMethodRemoved, BillingSetup, UseBillingMethod,
        views,
    },
};
use crate::service::BillingService;

/// Operations of members on the cards that they keep.
pub struct BillingApi(pub(crate) BillingService);

#[OpenApi(prefix_path = "/api/settings/payment", tag = "Tag::Payments")]
impl BillingApi {
    /// Lists the cards that you keep, newest first; at most 5.
    #[oai(path = "/billingmethods", method = "get", operation_id = "list_billing_methods")]
    async fn list_methods(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Vec<BillingMethod>, { UNAUTHORISED }> {
        ok(views(self.0.cards(&caller.id).await?))
    }

    /// Adds a simulated card in a sample community. Brand, last four digits and expiry are kept;
    /// the number, the security code and the address are checked and forgotten.
    ///
    /// 404 `payments.sandbox_off` elsewhere: there the card is typed into Stripe's own form. 409
    /// `payments.too_many_cards` beyond 5 cards, 429 `payments.setups_today` beyond 30 in a day, 409
    /// `payments.cash_off` or `payments.gift_mode` if the site uses no cash.
    #[oai(path = "/billingmethod", method = "post", operation_id = "add_billing_method")]
    async fn add_method(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<AddBillingMethod>,
    ) -> Reply<BillingMethod, { UNAUTHORISED | NOT_FOUND | INPUT | CONFLICT | TOO_MANY }> {
        let card = self.0.add_simulated(&caller, &body.form()).await?;
        let cards = self.0.cards(&caller.id).await?;
        let is_default = cards.chosen.as_ref() == Some(&card.id);
        done("Your card has been added.", BillingMethod::new(card, is_default))
    }

    /// Begins to save a card with Stripe's own form, which takes the client secret.
    ///
    /// 503 `payments.not_configured` without Stripe, 503 `payments.unreachable` if it does not
    /// answer. 409 `payments.too_many_cards` beyond 5 cards, 429 `payments.setups_today` beyond 30
    /// forms in a day, 409 `payments.cash_off` or `payments.gift_mode` if the site uses no cash.
    #[oai(path = "/billingmethod/setup", method = "post", operation_id = "begin_billing_setup")]
    async fn begin_setup(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<BillingSetup, { UNAUTHORISED | CONFLICT | TOO_MANY }> {
        ok(self.0.begin(&caller).await?.into())
    }

    /// Stores the card that was saved with Stripe's form, as Stripe shows it. The same request
    /// again returns the same card.
    ///
    /// 404 `payments.setup_not_found` for a form that is not yours, 409 `payments.setup_unfinished`
    /// while no card was saved with it, 409 `payments.no_card` if it is something else than a card.
    #[oai(path = "/billingmethod/setup/:id", method = "put", operation_id = "finish_billing_setup")]
    async fn finish_setup(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the form.
        id: Path<ItemId>,
    ) -> Reply<BillingMethod, { UNAUTHORISED | NOT_FOUND | CONFLICT }> {
        let card = self.0.finish(&caller, &id.0).await?;
        let cards = self.0.cards(&caller.id).await?;
        let is_default = cards.chosen.as_ref() == Some(&card.id);
        done("Your card has been added.", BillingMethod::new(card, is_default))
    }

    /// Deletes a card that you keep, at Stripe too.
    ///
    /// 404 `payments.card_not_found` if it is not yours or deleted already.
    #[oai(path = "/billingmethod/:id", method = "delete", operation_id = "remove_billing_method")]
    async fn remove_method(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<ItemId>,
    ) -> Reply<BillingMethodRemoved, { UNAUTHORISED | NOT_FOUND }> {
        self.0.remove(&caller.id, &id.0).await?;
        done("The card has been deleted.", BillingMethodRemoved { id: id.0 })
    }

    /// Makes a card that you keep the default, and lists all of them.
    #[oai(
        path = "/billingmethod/:id/default",
        method = "put",
        operation_id = "choose_billing_method"
    )]
    async fn choose_method(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<ItemId>,
    ) -> Reply<Vec<BillingMethod>, { UNAUTHORISED | NOT_FOUND }> {
        done("This card is your default now.", views(self.0.choose(&caller.id, &id.0).await?))
    }

    /// Chooses a card that you keep for a payment that you have begun, and lists all of them. The
    /// payment is then confirmed by its client secret: by Stripe's script in the browser, which also
    /// shows the bank's question, or in the sandbox. Repeat it after a declined payment.
    ///
    /// 404 `payments.card_not_found` if the card is not yours or deleted, 409
    /// `payments.card_unusable` if nobody can pay with it any more, 409 `payments.payment_ended` if
    /// the payment was made or cancelled.
    #[oai(path = "/billingmethod/:id/use", method = "put", operation_id = "use_billing_method")]
    async fn use_method(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<ItemId>,
        Json(body): Json<UseBillingMethod>,
    ) -> Reply<Vec<BillingMethod>, { UNAUTHORISED | NOT_FOUND | INPUT | CONFLICT }> {
        let cards = self.0.use_for_payment(&caller.id, &id.0, &body.client_secret).await?;
        done("This card is chosen for the payment.", views(cards))
    }
}
