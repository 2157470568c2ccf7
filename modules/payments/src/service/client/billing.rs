//! Customers and their cards at Stripe.

use sparkyard_kernel::Timestamp;
use stripe_core::payment_intent::UpdatePaymentIntent;

use super::{
    StripeClient,
    create_once::{Fields, get, post},
    unreadable,
};
use crate::{
    error::PaymentsError,
    model::objects::{Created, Customer, CustomerState, Method, Setup, is_id},
};

impl StripeClient {
    /// Creates the customer of our row `reference`; returns its id.
    pub(in super::super) async fn create_customer(
        &self,
        reference: &str,
        since: Timestamp,
    ) -> Result<String, PaymentsError> {
        let made = self.create_once::<Customer>("/customers", Fields::new(), reference, since);
        Ok(made.await?.id)
    }

    /// Checks whether a customer was deleted at Stripe, or is of another account of Stripe.
    pub(in super::super) async fn is_gone(&self, customer: &str) -> Result<bool, PaymentsError> {
        let path = format!("/customers/{customer}");
        let found = self.attempts::<CustomerState>(|| get(&path, &Fields::new()), None).await?;
        Ok(found.is_none_or(|found| found.deleted == Some(true)))
    }

    /// Begins to save a card of a customer. `key` is ours, new for each form that is shown.
    pub(in super::super) async fn create_setup(
        &self,
        customer: &str,
        key: &str,
    ) -> Result<Box<Setup>, PaymentsError> {
        // Ways to pay that lead to another site are left out, which leaves cards.
        let fields = Fields::from([
            ("customer", customer.to_owned()),
            ("usage", "on_session".to_owned()),
            ("automatic_payment_methods[enabled]", "true".to_owned()),
            ("automatic_payment_methods[allow_redirects]", "never".to_owned()),
        ]);
        let key = format!("setup:{key}");
        let made = self.attempts(|| post("/setup_intents", &fields), Some(&key)).await?;
        made.ok_or(PaymentsError::Refused)
    }

    /// Returns the state of a card being saved; `None` if Stripe does not know it.
    pub(in super::super) async fn setup(
        &self,
        id: &str,
    ) -> Result<Option<Box<Setup>>, PaymentsError> {
        if !is_id(id, "seti_") {
            return Ok(None);
        }
        let path = format!("/setup_intents/{id}");
        self.attempts(|| get(&path, &Fields::new()), None).await
    }

    /// Returns a way to pay; `None` if Stripe does not know it.
    pub(in super::super) async fn method(
        &self,
        id: &str,
    ) -> Result<Option<Box<Method>>, PaymentsError> {
        if !is_id(id, "pm_") {
            return Ok(None);
        }
        let path = format!("/payment_methods/{id}");
        self.attempts(|| get(&path, &Fields::new()), None).await
    }

    /// Chooses a customer's way to pay for a payment, which the card form then confirms. Stripe
    /// refuses the ways to pay of other customers, and those that are detached. `key` is ours, new
    /// for each call: a declined payment forgets its way to pay, which must then be chosen again.
    pub(in super::super) async fn choose_method(
        &self,
        payment: &str,
        (customer, method): (&str, &str),
        key: &str,
    ) -> Result<(), PaymentsError> {
        let request = UpdatePaymentIntent::new(payment).customer(customer).payment_method(method);
        let chosen = self.send::<Created>(&request, Some(&format!("method:{key}"))).await?;
        chosen.map(|_| ()).ok_or(PaymentsError::Refused)
    }

    /// Detaches a card from its customer, after which nobody can pay with it. Does nothing if that
    /// was done before.
    pub(in super::super) async fn detach(&self, id: &str) -> Result<(), PaymentsError> {
        if !is_id(id, "pm_") {
            return Err(unreadable("not a payment method"));
        }
        let (path, key) = (format!("/payment_methods/{id}/detach"), format!("detach:{id}"));
        match self.attempts::<Method>(|| post(&path, &Fields::new()), Some(&key)).await {
            Ok(_) => Ok(()),
            // Stripe refuses to detach what is not attached.
            Err(PaymentsError::Refused) => match self.method(id).await? {
                Some(method) if method.customer.is_some() => Err(PaymentsError::Refused),
                _ => Ok(()),
            },
            Err(error) => Err(error),
        }
    }
}
