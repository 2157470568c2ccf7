use poem_openapi::Object;

use crate::{error::NotificationError, model::push::Subscription, service::push::from_base64};

/// Public key of this site for Web Push.
#[derive(Debug, Object)]
pub(crate) struct PushKey {
    /// Public key on P-256, in base64url; left out if Web Push is switched off.
    pub(crate) key: Option<String>,
}

/// Web Push subscription of a browser.
#[derive(Object)]
pub(crate) struct NewPushDevice {
    /// URL of the subscription at the browser's push service.
    #[oai(validator(min_length = 1, max_length = 1024))]
    endpoint: String,
    /// Public key of the browser, in base64url.
    #[oai(validator(min_length = 1, max_length = 128))]
    p256dh: String,
    /// Authentication secret of the browser, in base64url.
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

/// Subscription to remove.
#[derive(Object)]
pub(crate) struct PushDevice {
    /// URL of the subscription at the browser's push service.
    #[oai(validator(min_length = 1, max_length = 1024))]
    pub(crate) endpoint: String,
}
