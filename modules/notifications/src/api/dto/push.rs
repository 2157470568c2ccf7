use poem_openapi::Object;

use crate::{error::NotificationError, model::push::Subscription, service::push::from_base64};

/// What browsers know this site's notifications by.
#[derive(Debug, Object)]
pub(crate) struct PushKey {
    /// A public key of P-256, in base64url; left out where the site sends nothing to devices.
    pub(crate) key: Option<String>,
}

/// A browser's subscription.
#[derive(Object)]
pub(crate) struct NewPushDevice {
    /// Where its push service takes messages for it.
    #[oai(validator(min_length = 1, max_length = 1024))]
    endpoint: String,
    /// Its public key, in base64url.
    #[oai(validator(min_length = 1, max_length = 128))]
    p256dh: String,
    /// Its secret, in base64url.
    #[oai(validator(min_length = 1, max_length = 64))]
    auth: String,
}

impl NewPushDevice {
    pub(crate) fn read(self) -> Result<Subscription, NotificationError> {
        let Self { endpoint, p256dh, auth } = self;
        let keys = from_base64(&p256dh).zip(from_base64(&auth));
        let (p256dh, auth) = keys.ok_or(NotificationError::WrongPushKeys)?;
        Ok(Subscription { endpoint, p256dh, auth })
    }
}

/// The subscription of a browser that is told nothing more.
#[derive(Object)]
pub(crate) struct PushDevice {
    /// Where its push service takes messages for it.
    #[oai(validator(min_length = 1, max_length = 1024))]
    pub(crate) endpoint: String,
}
