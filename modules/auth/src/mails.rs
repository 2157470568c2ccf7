//! How many mails one network may have us send to addresses that it names: enough for a school
//! that signs up together, too few to write to strangers all day.

use std::net::IpAddr;

use sparkyard_kernel::{
    Cx,
    allowance::used_up,
    db::{DbError, Fragment, Refusal},
};

use crate::{error::AuthError, secret::Pepper};

const USED_UP: Refusal = Refusal {
    code: "auth.too_many_mails",
    status: 429,
    message: "So many codes and links were asked for from your network today that we send no more.",
};

/// Uses up one of the mails that `network` may ask for today, in the write that sends it.
pub(crate) fn use_up_one(cx: &Cx, pepper: &Pepper, network: IpAddr) -> Fragment {
    let daily = cx.limits.daily("auth.mails", cx.limits.mail_per_day);
    // Addresses are nobody's business for longer than need be: what is kept names none.
    let who = pepper.hash(&["mails of network", &network.to_string()]);
    daily.use_up(&who, 1, cx.now(), &USED_UP)
}

/// What somebody is told whose mail was not sent.
pub(crate) fn explain(error: DbError, cx: &Cx) -> AuthError {
    match error {
        DbError::Refused(refusal) if *refusal == USED_UP => used_up(refusal, cx.now()).into(),
        error => error.into(),
    }
}
