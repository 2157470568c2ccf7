//! Errors of the module, and rule violations.

use sparkyard_kernel::{Money, db::RuleViolation, errors};

/// One network has used up its messages of the day.
pub(crate) const TOO_MANY_MESSAGES: RuleViolation = RuleViolation::new(
    429,
    "site.too_many_messages",
    "Too many messages have come from your connection today. Yours was not sent.",
);

/// The site has used up its messages of the day.
pub(crate) const CONTACT_FULL: RuleViolation = RuleViolation::new(
    429,
    "site.contact_full",
    "Too many messages have come in today. Yours was not sent.",
);

/// The message is closed, or a colleague has claimed it.
pub(crate) const CONTACT_TAKEN: RuleViolation = RuleViolation::new(
    409,
    "site.contact_taken",
    "A colleague is taking care of this message. You can take it over a day after they began.",
);

/// Rule violations that statements about messages may throw.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[CONTACT_TAKEN];

errors! {
    /// Errors of the module.
    pub(crate) enum SiteError {
        /// Email can be read in a demo only.
        DemoOff => 404, "site.demo_off", "Only a demo shows the emails it would send.";
        /// The configuration says the payment mode.
        ModeFixed => 409, "site.mode_fixed",
            "The server's configuration says how neighbours pay each other. Leave site.mode empty \
             there, restart, and choose here.";
        /// The configuration says who may join, or what new members get.
        JoiningFixed => 409, "site.joining_fixed",
            "The server's configuration says this. Leave auth.registration or \
             wallet.welcome_tokens empty there, restart, and choose here.";
        /// Members still have pounds.
        PoundsHeld(held: Money) => 409, "site.pounds_held",
            "Your neighbours' wallets and bookings still hold \u{a3}{held}. Pay it out first: \
             without pounds they could neither spend nor withdraw it.";
        /// The contact form was opened too long ago.
        FormExpired => 409, "site.form_expired",
            "This page has been open for too long. Nothing was sent. Please send it again.";
        /// The contact message does not exist.
        NoContact => 404, "site.no_contact", "There is no such message any more.";
        /// Somebody has answered or closed the contact message.
        ContactClosed => 409, "site.contact_closed",
            "This message has been answered or closed already. Nothing was sent.";
        /// A colleague has claimed the contact message.
        ContactTaken => &CONTACT_TAKEN;
        /// The post does not exist.
        NoPost => 404, "site.no_post", "There is no such post.";
        /// The text page does not exist.
        NoPage => 404, "site.no_page", "There is no such page.";
    }
}
