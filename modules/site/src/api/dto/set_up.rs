use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    ApiError, Sparks,
    ports::{
        MailLine, MailSpeaker, Registration, SetUpTopic, SetUpWarning, TestMail, TestMailReport,
    },
    site::{Mode, SiteDetails},
};

use crate::model::{NewJoining, SetUpFacts};

/// Site details that admins can change.
#[derive(Debug, Object)]
pub(crate) struct NewDetails {
    /// The community's name, up to 40 characters.
    #[oai(validator(max_length = 160))]
    name: String,
    /// Town as named by `search_towns`; used for people who have set no location.
    #[oai(validator(max_length = 320))]
    default_city: String,
    /// Public email address of the people who run the site.
    #[oai(validator(max_length = 320))]
    contact: String,
    /// Whether the front page shows how many neighbours, skills and bookings there are.
    show_figures: bool,
}

impl From<NewDetails> for SiteDetails {
    fn from(new: NewDetails) -> Self {
        let NewDetails { name, default_city, contact, show_figures } = new;
        Self { name, default_city, contact: Some(contact), show_figures }
    }
}

/// How members pay each other.
#[derive(Debug, Object)]
pub(crate) struct NewMode {
    /// Payment mode.
    pub(crate) mode: Mode,
}

/// How people become members. What is left out stays.
#[derive(Debug, Object)]
pub(crate) struct JoiningForm {
    /// Policy for sign-ups.
    registration: Option<Registration>,
    /// Sparks for every new member, at most 1,000.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    welcome_tokens: Option<f64>,
    /// Sparks that members may owe, at most 1,000; 0 for none.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    credit_limit: Option<f64>,
}

impl JoiningForm {
    /// Returns the input with exact sparks; more than two decimals are a 422.
    pub(crate) fn checked(self) -> Result<NewJoining, ApiError> {
        let exact = |field: &'static str, sparks: Option<f64>| {
            let wrong = || ApiError::invalid(field, "Enter at most two decimals.");
            sparks.map(|sparks| Sparks::from_number(sparks).ok_or_else(wrong)).transpose()
        };
        Ok(NewJoining {
            registration: self.registration,
            welcome_tokens: exact("welcome_tokens", self.welcome_tokens)?,
            credit_limit: exact("credit_limit", self.credit_limit)?,
        })
    }
}

/// State of the site's set-up.
#[derive(Debug, Object)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each true or not")]
pub(crate) struct SetUpState {
    /// Whether an admin has gone through the set-up to its end.
    finished: bool,
    /// Address of the site, as configured; links in emails begin with it.
    public_url: String,
    /// Whether that address can be reached on the server's own machine only.
    local_only: bool,
    /// Policy for sign-ups.
    registration: Registration,
    /// Whether the server's configuration says the policy, so that admins cannot change it.
    registration_fixed: bool,
    /// Sparks for every new member; absent without the wallet.
    welcome_tokens: Option<Sparks>,
    /// Whether the server's configuration says them, so that admins cannot change them.
    welcome_tokens_fixed: bool,
    /// Sparks that members may owe without a limit of their own; absent without the wallet.
    credit_limit: Option<Sparks>,
    /// Tasks still to be done; empty if none.
    warnings: Vec<Warning>,
}

/// A task for the person who runs the server.
#[derive(Debug, Object)]
#[oai(rename = "SetUpWarning")]
struct Warning {
    /// Subject of the warning.
    topic: SetUpTopic,
    /// The problem and its consequences.
    problem: String,
    /// How to solve the problem.
    remedy: String,
}

impl From<SetUpFacts> for SetUpState {
    fn from(facts: SetUpFacts) -> Self {
        let SetUpFacts { site, has_wallet, finished, warnings } = facts;
        let shown = |SetUpWarning { topic, problem, remedy }| Warning { topic, problem, remedy };
        Self {
            finished,
            public_url: site.public_url.clone(),
            local_only: site.is_local_only(),
            registration: site.registration.get(),
            registration_fixed: site.registration.is_fixed(),
            welcome_tokens: has_wallet.then(|| site.welcome_tokens.get()),
            welcome_tokens_fixed: site.welcome_tokens.is_fixed(),
            credit_limit: has_wallet.then(|| site.credit_limit.get()),
            warnings: warnings.into_iter().map(shown).collect(),
        }
    }
}

/// Result of a test mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
enum TestMailResult {
    /// The mail server accepted it.
    Sent,
    /// No mail server is configured, so it was written to a file.
    Written,
    /// It was not accepted.
    Failed,
}

/// Result of a test mail, with the cause of a failure.
#[derive(Debug, Object)]
pub(crate) struct TestMailOutcome {
    /// Result.
    result: TestMailResult,
    /// Cause of a failure, as reported by the program or the mail server.
    cause: Option<String>,
    /// Action that may solve the problem, if it failed.
    remedy: Option<String>,
    /// Conversation with the mail server, in order, without passwords; empty without one.
    conversation: Vec<ConversationLine>,
}

/// Command to a mail server, or its reply.
#[derive(Debug, Object)]
#[oai(rename = "MailLine")]
struct ConversationLine {
    /// Speaker.
    speaker: MailSpeaker,
    /// Command, reply, or what happened instead of one.
    text: String,
}

impl From<TestMailReport> for TestMailOutcome {
    fn from(report: TestMailReport) -> Self {
        let TestMailReport { outcome, remedy, conversation } = report;
        let (result, cause) = match outcome {
            TestMail::Sent => (TestMailResult::Sent, None),
            TestMail::Written => (TestMailResult::Written, None),
            TestMail::Failed(cause) => (TestMailResult::Failed, Some(cause)),
        };
        let line = |MailLine { speaker, text }| ConversationLine { speaker, text };
        let conversation = conversation.into_iter().map(line).collect();
        Self { result, cause, remedy, conversation }
    }
}
