//! Messages from the contact page, and their handling by staff.

use std::time::Duration;

use sparkyard_kernel::{
    ApiError, ItemId, Timestamp, UserId, text,
    validate::{Checks, is_email},
};
use surrealdb::types::SurrealValue;

/// Time after which a colleague may take over a claimed message.
pub(crate) const CLAIM_LASTS: Duration = Duration::from_hours(24);

/// Shortest time in which a person fills in the form. The client waits for the rest of it.
pub(crate) const FORM_MIN_AGE: Duration = Duration::from_secs(3);
/// Age from which a form has to be opened anew.
pub(crate) const FORM_MAX_AGE: Duration = Duration::from_hours(24);

/// Maximum length of a first name, in characters.
const MAX_NAME: usize = 60;
/// Maximum length of a message, an answer or a note, in characters.
const MAX_TEXT: usize = 4000;
const NO_ADDRESS: &str = "Please enter a valid email address.";
const NOT_ACCEPTED: &str = "Please accept the privacy policy first.";

/// A message as it was sent.
#[derive(Clone, Debug)]
pub(crate) struct NewContact {
    pub(crate) firstname: String,
    pub(crate) email: String,
    pub(crate) message: String,
    /// Whether the sender has accepted the privacy policy.
    pub(crate) privacy: bool,
    /// Stamp of the form.
    pub(crate) form: String,
    /// Content of the field that people do not see.
    pub(crate) subject: String,
}

impl NewContact {
    /// Returns the message as it is stored, or a 422 that names the fields to correct.
    pub(crate) fn checked(self) -> Result<Self, ApiError> {
        let email = self.email.trim().to_owned();
        Checks::new()
            .name("firstname", &self.firstname, MAX_NAME)
            .check("email", is_email(&email), NO_ADDRESS)
            .prose("message", &self.message, 1, MAX_TEXT)
            .check("privacy", self.privacy, NOT_ACCEPTED)
            .finish()?;
        let (firstname, message) = (text::line(&self.firstname), text::prose(&self.message));
        Ok(Self { firstname, email, message, ..self })
    }
}

/// A stored message.
#[derive(Clone, Debug)]
pub(crate) struct ContactMessage {
    pub(crate) id: ItemId,
    pub(crate) firstname: String,
    pub(crate) email: String,
    pub(crate) message: String,
    pub(crate) created_at: Timestamp,
    pub(crate) claim: Option<Claim>,
    /// `None` while the message is open.
    pub(crate) outcome: Option<Outcome>,
    /// Position in the list of its state.
    pub(crate) place: String,
}

/// A stored message with the names of the staff involved; `None` once they have left.
#[derive(Clone, Debug)]
pub(crate) struct ContactForStaff {
    pub(crate) contact: ContactMessage,
    pub(crate) claimed_by: Option<String>,
    pub(crate) closed_by: Option<String>,
}

/// Claim of a message by a member of staff, and its time.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct Claim {
    pub(crate) by: UserId,
    pub(crate) at: Timestamp,
}

impl Claim {
    /// Checks whether colleagues may take the message over.
    pub(crate) fn has_lapsed(&self, now: Timestamp) -> bool {
        now.since(self.at) > CLAIM_LASTS
    }
}

/// The end of a message.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct Outcome {
    pub(crate) by: UserId,
    pub(crate) at: Timestamp,
    /// Whether `text` was mailed to the sender; otherwise it is a note for colleagues.
    pub(crate) answered: bool,
    pub(crate) text: String,
}

impl Outcome {
    /// Creates an outcome, or returns a 422 for its text.
    pub(crate) fn new(
        by: UserId,
        at: Timestamp,
        answered: bool,
        written: &str,
    ) -> Result<Self, ApiError> {
        let field = if answered { "answer" } else { "note" };
        Checks::new().prose(field, written, 1, MAX_TEXT).finish()?;
        Ok(Self { by, at, answered, text: text::prose(written) })
    }

    /// Checks whether `other` repeats this at another time.
    pub(crate) fn is_repeated_by(&self, other: &Self) -> bool {
        (&self.by, self.answered, &self.text) == (&other.by, other.answered, &other.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(firstname: &str, email: &str, message: &str, privacy: bool) -> NewContact {
        let (form, subject) = (String::new(), String::new());
        let [firstname, email, message] = [firstname, email, message].map(str::to_owned);
        NewContact { firstname, email, message, privacy, form, subject }
    }

    #[test]
    fn every_wrong_field_is_named() {
        let wrong = contact("", "nobody", " ", false).checked().unwrap_err();
        let fields: Vec<_> = wrong.fields.keys().map(String::as_str).collect();
        assert_eq!(fields, ["email", "firstname", "message", "privacy"]);
    }

    #[test]
    fn headers_cannot_be_injected() {
        for (name, address) in [
            ("Ana\r\nBcc: all@example.org", "ana@example.org"),
            ("Ana", "ana@example.org\r\nBcc: all@example.org"),
            ("Ana", "ana@example.org, bo@example.org"),
            ("Ana", "<ana@example.org>"),
            ("Ana\u{2028}Bcc", "ana@example.org"),
        ] {
            contact(name, address, "Hello", true).checked().unwrap_err();
        }
    }

    #[test]
    fn stored_text_is_normalised_and_markup_stays_text() {
        let sent = contact("  Chlo\u{65}\u{301} ", " c@example.org ", "<script>\r\n\n\n\nx", true);
        let stored = sent.checked().unwrap();
        let [name, email] = [&stored.firstname, &stored.email].map(String::as_str);
        assert_eq!((name, email), ("Chlo\u{e9}", "c@example.org"));
        assert_eq!(stored.message, "<script>\n\nx");
        let long = "\u{e9}".repeat(MAX_TEXT);
        contact("\u{5f20}\u{4f1f}", "a@example.org", &long, true).checked().unwrap();
        contact("Ana", "a@example.org", &format!("{long}x"), true).checked().unwrap_err();
    }
}
