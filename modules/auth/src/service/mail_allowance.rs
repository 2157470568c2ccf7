//! How many mails one network may have us send to addresses that it names: enough for a school
//! that signs up together, too few to write to strangers all day. How many a neighbourhood may, where
//! several schools may be, but never more than half of what the site sends to strangers: whoever has
//! all its addresses cannot keep everybody else from signing up. How many all networks together
//! may: what is asked for from everywhere has an end, too, before a mail server takes us for one
//! that writes to strangers. And how many notices one member may have us send to themself, by
//! changing the same things again and again.

use std::{net::IpAddr, sync::atomic::Ordering};

use sparkyard_kernel::{
    Cx, UserId, allowance,
    client::NEIGHBOURS,
    db::{DbError, Fragment, Refusal},
};

use tracing::warn;

use super::AuthService;
use crate::{error::AuthError, model::device::Device};

const USED_UP: Refusal = Refusal {
    code: "auth.too_many_mails",
    status: 429,
    message: "So many codes and links were asked for from your network today that we send no more.",
};

const ALL_USED_UP: Refusal = Refusal {
    code: "auth.no_more_codes",
    status: 429,
    message: "So many codes were asked for on this site today that we send no more to new addresses.",
};

/// Changes of a password, a second factor or recovery codes within a day. Each sends a notice.
const CHANGES: u32 = 20;
const CHANGES_USED_UP: Refusal = Refusal {
    code: "auth.too_many_changes",
    status: 429,
    message: "You have changed how you sign in many times today.",
};

/// Uses up one of the changes that a member may make today, in the write that makes it.
pub(in crate::service) fn use_up_change(cx: &Cx, user: &UserId) -> Fragment {
    let daily = cx.limits.daily("auth.changes", CHANGES);
    daily.use_up(user.as_str(), 1, cx.now(), &CHANGES_USED_UP)
}

/// What somebody is told whose change was not made.
pub(in crate::service) fn explain_change_refusal(cx: &Cx, error: DbError) -> AuthError {
    allowance::explain(error, &[&CHANGES_USED_UP], cx.now())
}

impl AuthService {
    /// Uses up one of the mails that may be asked for today from where `device` is, in the write
    /// that sends it.
    pub(super) fn use_up_mail(&self, device: &Device) -> [Fragment; 2] {
        let limits = self.cx.limits;
        let nearby = limits.mail_per_day.saturating_mul(NEIGHBOURS);
        let nearby = nearby.min(limits.stranger_mail_per_day / 2).max(limits.mail_per_day);
        let use_up = |what, most, kind, place: IpAddr| {
            // Addresses are nobody's business for longer than need be: what is stored names none.
            let sender = self.pepper.hash(&[kind, &place.to_string()]);
            limits.daily(what, most).use_up(&sender, 1, self.cx.now(), &USED_UP)
        };
        [
            use_up("auth.mails", limits.mail_per_day, "mails of network", device.network),
            use_up("auth.mails_nearby", nearby, "mails of neighbourhood", device.neighbourhood),
        ]
    }

    /// Uses up one of the mails that may be sent today to addresses that wait to be proved. It is
    /// all one whether a member has the address: nobody learns that from what is left.
    pub(super) fn use_up_mail_to_stranger(&self) -> Fragment {
        let limits = self.cx.limits;
        let daily = limits.daily("auth.mails_to_strangers", limits.stranger_mail_per_day);
        daily.use_up("all", 1, self.cx.now(), &ALL_USED_UP)
    }

    /// What somebody is told whose mail was not sent.
    pub(super) fn explain_mail_refusal(&self, error: DbError) -> AuthError {
        if matches!(&error, DbError::Refused(refusal) if **refusal == ALL_USED_UP) {
            self.warn_of_strangers();
        }
        allowance::explain(error, &[&USED_UP, &ALL_USED_UP], self.cx.now())
    }

    /// Says in the log that nobody can sign up any more today; once a day.
    fn warn_of_strangers(&self) {
        const DAY: i64 = 24 * 60 * 60;
        let today = self.cx.now().as_seconds().div_euclid(DAY);
        if self.warned_on.swap(today, Ordering::Relaxed) != today {
            warn!(
                limit = self.cx.limits.stranger_mail_per_day,
                "no more codes are sent to new addresses today: limits.stranger_mail_per_day is \
                 used up"
            );
        }
    }
}
