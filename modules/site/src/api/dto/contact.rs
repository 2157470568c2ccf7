use poem_openapi::{Enum, Object};
use sparkyard_kernel::{DateTime, ItemId, UserId};

use crate::model::contact::{
    Claim, ContactForStaff, ContactMessage, FORM_MAX_AGE, FORM_MIN_AGE, NewContact, Outcome,
};

/// An open contact form.
#[derive(Debug, Object)]
pub(crate) struct ContactForm {
    /// One-time token of the form, to send with the message.
    form: String,
    /// Seconds that have to pass before the form is sent.
    wait_seconds: u64,
    /// Seconds after which the form has to be opened anew.
    lifetime_seconds: u64,
}

impl ContactForm {
    pub(crate) fn new(form: String) -> Self {
        let (wait_seconds, lifetime_seconds) = (FORM_MIN_AGE.as_secs(), FORM_MAX_AGE.as_secs());
        Self { form, wait_seconds, lifetime_seconds }
    }
}

/// A message to the people who run the site.
#[derive(Debug, Object)]
#[oai(rename = "NewContactMessage")]
pub(crate) struct ContactBody {
    /// First name, up to 60 characters.
    #[oai(validator(max_length = 240))]
    firstname: String,
    /// Email address for the answer.
    #[oai(validator(max_length = 320))]
    email: String,
    /// The message, up to 4,000 characters.
    #[oai(validator(max_length = 16000))]
    message: String,
    /// Acceptance of the privacy policy; must be true.
    privacy: bool,
    /// One-time token: `form` of `open_contact_form`.
    #[oai(validator(max_length = 200))]
    form: String,
    /// Honeypot: leave it out. People do not see this field, bots fill it in.
    #[oai(validator(max_length = 1000))]
    subject: Option<String>,
}

impl From<ContactBody> for NewContact {
    fn from(body: ContactBody) -> Self {
        let ContactBody { firstname, email, message, privacy, form, subject } = body;
        Self { firstname, email, message, privacy, form, subject: subject.unwrap_or_default() }
    }
}

/// State of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum ContactState {
    /// Waits for staff.
    Open,
    /// Answered, or closed with a note.
    Closed,
}

/// An answer by email.
#[derive(Debug, Object)]
#[oai(rename = "ContactAnswer")]
pub(crate) struct AnswerBody {
    /// Text of the email, up to 4,000 characters.
    #[oai(validator(max_length = 16000))]
    pub(crate) answer: String,
}

/// A reason for closing a message without an answer.
#[derive(Debug, Object)]
#[oai(rename = "ContactNote")]
pub(crate) struct NoteBody {
    /// Note for colleagues, up to 4,000 characters.
    #[oai(validator(max_length = 16000))]
    pub(crate) note: String,
}

/// A message from the contact page. Nobody has checked that the address is the sender's.
#[derive(Debug, Object)]
#[oai(rename = "ContactMessage", skip_serializing_if_is_none)]
pub(crate) struct ContactView {
    /// Id of the message.
    id: ItemId,
    /// First name as given.
    firstname: String,
    /// Email address as given.
    email: String,
    /// The message.
    message: String,
    /// Time at which it came, RFC 3339 in UTC.
    created_at: DateTime,
    /// Claim by a member of staff; absent if nobody has claimed it.
    claim: Option<ContactClaim>,
    /// Absent while the message is open.
    outcome: Option<ContactOutcome>,
}

/// A claim of a message. After 24 hours, others may take it over.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ContactClaim {
    /// Id of the member of staff.
    user_id: UserId,
    /// Name; absent once they have left.
    name: Option<String>,
    /// Time of the claim, RFC 3339 in UTC.
    at: DateTime,
}

/// How a message was closed.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ContactOutcome {
    /// Whether `text` was mailed to the sender; otherwise it is a note.
    answered: bool,
    /// The answer, or the note for colleagues.
    text: String,
    /// Name of the member of staff; absent once they have left.
    name: Option<String>,
    /// Time of closing, RFC 3339 in UTC.
    at: DateTime,
}

impl From<ContactForStaff> for ContactView {
    fn from(shown: ContactForStaff) -> Self {
        let ContactForStaff { contact, claimed_by, closed_by } = shown;
        let ContactMessage { id, firstname, email, message, created_at, claim, outcome, place: _ } =
            contact;
        let claim = claim.map(|Claim { by, at }| ContactClaim {
            user_id: by,
            name: claimed_by,
            at: at.into(),
        });
        let outcome = outcome.map(|Outcome { at, answered, text, by: _ }| ContactOutcome {
            answered,
            text,
            name: closed_by,
            at: at.into(),
        });
        Self { id, firstname, email, message, created_at: created_at.into(), claim, outcome }
    }
}
