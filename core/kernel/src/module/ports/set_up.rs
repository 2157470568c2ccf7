use async_trait::async_trait;
use poem_openapi::Enum;

use crate::ApiError;

/// Part of the set-up that other members depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SetUpTopic {
    /// Mails reach their receivers.
    Mail,
    /// The site has a public address.
    PublicAddress,
    /// The data is backed up.
    Backup,
    /// The certificate of the public address stays valid.
    Certificate,
}

/// An unfinished task of the server's operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUpWarning {
    /// Part of the set-up concerned.
    pub topic: SetUpTopic,
    /// Problem and its consequence: one or two sentences.
    pub problem: String,
    /// Action that solves the problem.
    pub remedy: String,
}

/// Speaker in a conversation with a mail server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum MailSpeaker {
    /// This server.
    Site,
    /// The mail server.
    MailServer,
}

/// Command to a mail server, or its reply. Passwords are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailLine {
    /// Speaker.
    pub speaker: MailSpeaker,
    /// Command or reply, or what happened instead of one.
    pub text: String,
}

/// Outcome of a test mail, with the conversation that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestMailReport {
    /// Outcome.
    pub outcome: TestMail,
    /// Action that may solve the problem, if there is one.
    pub remedy: Option<String>,
    /// Conversation with the mail server, in order; empty without one.
    pub conversation: Vec<MailLine>,
}

/// Outcome of a test mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestMail {
    /// The mail server accepted the mail.
    Sent,
    /// No mail server is configured, so the mail was written to a file.
    Written,
    /// The mail was not accepted, for this reason.
    Failed(String),
}

/// State of the set-up. Offered by the host.
#[async_trait]
pub trait SetUp: Send + Sync + 'static {
    /// Returns the tasks to finish before others can use the site safely, most urgent first. None
    /// in a sample community.
    async fn warnings(&self) -> Result<Vec<SetUpWarning>, ApiError>;

    /// Checks whether mails reach their receivers; in a sample community, whether they can be read.
    fn delivers_mail(&self) -> bool;

    /// Sends a test mail to `address` at once, bypassing the mail queue.
    async fn send_test_mail(&self, address: &str) -> Result<TestMailReport, ApiError>;
}
