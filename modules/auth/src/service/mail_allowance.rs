//! Daily quotas of mails and of account changes.
//!
//! - Mails per network to addresses it names: enough for a school, too few to spam strangers.
//! - Mails per subnet, which may contain several schools: at most half of the site's quota, so that
//!   the owner of a whole subnet cannot keep others from signing up.
//! - All mails to strangers, so that mail servers do not take the site for a spammer.
//! - Notices to one member, who could repeat the same changes.

use std::{net::IpAddr, sync::atomic::Ordering};

use sparkyard_kernel::{
    Cx, UserId, allowance,
    client::NEIGHBOURS,
    db::{DbError, Fragment, RuleViolation},
};

use tracing::warn;

use super::AuthService;
use crate::{error::AuthError, model::device::Device};

const USED_UP: RuleViolation = RuleViolation::new(
    429,
    "auth.too_many_mails",
    "Too many codes and links were asked for from your network today.",
);

const ALL_USED_UP: RuleViolation = RuleViolation::new(
    429,
    "auth.no_more_codes",
    "Too many codes were asked for on this site today.",
);

/// Number of changes to a password, second factor or recovery codes per day. Each sends a notice.
const CHANGES: u32 = 20;
const CHANGES_USED_UP: RuleViolation = RuleViolation::new(
    429,
    "auth.too_many_changes",
    "You have changed how you sign in many times today.",
);

/// Uses up one of the member's changes of today, in the transaction that makes the change.
pub(in crate::service) fn use_up_change(cx: &Cx, user: &UserId) -> Fragment {
    let daily = cx.limits.daily("auth.changes", CHANGES);
    daily.use_up(user.as_str(), 1, cx.now(), &CHANGES_USED_UP)
}

/// Converts the error of a change that was not made.
pub(in crate::service) fn explain_change_refusal(cx: &Cx, error: DbError) -> AuthError {
    allowance::explain(error, &[&CHANGES_USED_UP], cx.now())
}

impl AuthService {
    /// Uses up one of today's mails of the device's network and subnet, in the transaction that
    /// sends the mail.
    pub(super) fn use_up_mail(&self, device: &Device) -> [Fragment; 2] {
        let limits = self.cx.limits;
        let nearby = limits.mail_per_day.saturating_mul(NEIGHBOURS);
        let nearby = nearby.min(limits.stranger_mail_per_day / 2).max(limits.mail_per_day);
        let use_up = |what, most, kind, place: IpAddr| {
            // Addresses are personal data, so only a keyed hash is stored.
            let sender = self.pepper.hash(&[kind, &place.to_string()]);
            limits.daily(what, most).use_up(&sender, 1, self.cx.now(), &USED_UP)
        };
        [
            use_up("auth.mails", limits.mail_per_day, "mails of network", device.network),
            use_up("auth.mails_nearby", nearby, "mails of neighbourhood", device.subnet),
        ]
    }

    /// Uses up one of today's mails to unverified addresses. Counts known and unknown addresses
    /// alike, so that the limit does not reveal who has an account.
    pub(super) fn use_up_mail_to_stranger(&self) -> Fragment {
        let limits = self.cx.limits;
        let daily = limits.daily("auth.mails_to_strangers", limits.stranger_mail_per_day);
        daily.use_up("all", 1, self.cx.now(), &ALL_USED_UP)
    }

    /// Converts the error of a mail that was not sent.
    pub(super) fn explain_mail_refusal(&self, error: DbError) -> AuthError {
        if matches!(&error, DbError::Refused(violation) if **violation == ALL_USED_UP) {
            self.warn_of_strangers();
        }
        allowance::explain(error, &[&USED_UP, &ALL_USED_UP], self.cx.now())
    }

    /// Warns in the log, once a day, that nobody can sign up any more today.
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
