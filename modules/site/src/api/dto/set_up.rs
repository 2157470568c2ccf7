use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    ports::{SetUpTopic, SetUpWarning, TestMail},
    site::{Mode, SiteDetails},
};

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
}

impl From<NewDetails> for SiteDetails {
    fn from(new: NewDetails) -> Self {
        let NewDetails { name, default_city, contact } = new;
        Self { name, default_city, contact: Some(contact) }
    }
}

/// How members pay each other.
#[derive(Debug, Object)]
pub(crate) struct NewMode {
    /// Payment mode.
    pub(crate) mode: Mode,
}

/// State of the server's set-up.
#[derive(Debug, Object)]
pub(crate) struct SetUpState {
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

impl From<Vec<SetUpWarning>> for SetUpState {
    fn from(warnings: Vec<SetUpWarning>) -> Self {
        let shown = |SetUpWarning { topic, problem, remedy }| Warning { topic, problem, remedy };
        Self { warnings: warnings.into_iter().map(shown).collect() }
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
}

impl From<TestMail> for TestMailOutcome {
    fn from(outcome: TestMail) -> Self {
        match outcome {
            TestMail::Sent => Self { result: TestMailResult::Sent, cause: None },
            TestMail::Written => Self { result: TestMailResult::Written, cause: None },
            TestMail::Failed(cause) => Self { result: TestMailResult::Failed, cause: Some(cause) },
        }
    }
}
