use std::time::Duration;

use anyhow::Context;
use async_trait::async_trait;
use lettre::{
    Address,
    message::Mailbox,
    transport::smtp::{
        Error,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, Certificate, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
        response::{Code, Severity},
    },
};
use sparkyard_host::mail::{Email, MailError, Mailer, TrialReport};
use tokio::time::timeout;

use crate::{
    MailConfig, Security,
    message::message,
    transcript::{Step, Transcript},
};

/// Timeout for connecting to the server.
const CONNECT: Duration = Duration::from_secs(10);
/// Timeout for one mail: less than the lease of a delivery in the outbox, or the mail would be sent
/// twice.
const TOTAL: Duration = Duration::from_secs(20);
/// Timeout for closing the connection.
const FAREWELL: Duration = Duration::from_secs(2);

/// Sends mails by SMTP, each over a new connection: a community sends a few an hour, so that an
/// idle connection would mostly be found dead.
pub struct SmtpMailer {
    config: MailConfig,
    sender: Mailbox,
    hello: ClientId,
    tls: Option<TlsParameters>,
    credentials: Option<Credentials>,
}

impl SmtpMailer {
    /// Validates the settings and reads the certificates they name; does not connect.
    pub fn new(config: &MailConfig) -> anyhow::Result<Self> {
        config.check()?;
        let sender = config.sender()?;
        let credentials = (!config.username.is_empty())
            .then(|| Credentials::new(config.username.clone(), config.password.clone()));
        Ok(Self {
            hello: ClientId::Domain(sender.email.domain().to_owned()),
            tls: tls(config)?,
            config: config.clone(),
            sender,
            credentials,
        })
    }

    /// Opens a connection and signs in.
    async fn connect(&self, told: &mut Transcript) -> Result<AsyncSmtpConnection, Error> {
        let server = (self.config.host.as_str(), self.config.port());
        let (host, port) = server;
        let (at_once, later) = match self.config.security {
            Security::Tls => (self.tls.clone(), None),
            Security::StartTls => (None, self.tls.clone()),
            Security::None => (None, None),
        };
        let encrypted = if at_once.is_some() { " with TLS" } else { "" };
        told.say(Step::Connect, &format!("(connects to {host}:{port}{encrypted})"));
        let connected =
            AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT), &self.hello, at_once, None)
                .await;
        let mut connection = connected.inspect_err(|error| told.failure(error))?;
        self.greeted(&connection, told);
        if let Some(tls) = later {
            told.say(Step::Encrypt, "STARTTLS");
            let encrypted = connection.starttls(tls, &self.hello).await;
            encrypted.inspect_err(|error| told.failure(error))?;
            told.say(Step::Encrypt, "(the connection is encrypted)");
            self.greeted(&connection, told);
        }
        if let Some(credentials) = &self.credentials {
            let mechanism = connection.server_info().get_auth_mechanism(DEFAULT_MECHANISMS);
            let mechanism = mechanism.map(|one| format!(" {one}")).unwrap_or_default();
            told.say(Step::SignIn, &format!("AUTH{mechanism} (user name and password hidden)"));
            let signed_in = connection.auth(DEFAULT_MECHANISMS, credentials).await;
            told.reply(&signed_in);
            signed_in?;
        }
        Ok(connection)
    }

    /// Notes the greeting, and what the server offers.
    fn greeted(&self, connection: &AsyncSmtpConnection, told: &mut Transcript) {
        told.say(Step::Connect, &format!("EHLO {}", self.hello));
        told.hear(&format!("250 {}", connection.server_info()));
    }

    /// Sends a mail and closes the connection.
    async fn converse(&self, email: &Email, told: &mut Transcript) -> Result<(), MailError> {
        let handed_over = timeout(TOTAL, self.hand_over(email, told)).await;
        let too_slow = |_| MailError::Unreachable(format!("no answer within {TOTAL:?}"));
        let mut connection = handed_over.map_err(too_slow)??;
        // The server has accepted the mail; an error on closing must not cause a second delivery.
        let _ = timeout(FAREWELL, connection.abort()).await;
        Ok(())
    }

    async fn hand_over(
        &self,
        email: &Email,
        told: &mut Transcript,
    ) -> Result<AsyncSmtpConnection, MailError> {
        let unfit = |cause: &dyn std::fmt::Display| MailError::Refused(cause.to_string());
        let message = message(email, &self.sender).map_err(|cause| unfit(&cause))?.formatted();
        let to = email.to.parse::<Address>().map_err(|cause| unfit(&cause))?;
        let from = match email.returns.as_ref().and_then(|returns| returns.path.as_ref()) {
            Some(path) => path.parse::<Address>().map_err(|cause| unfit(&cause))?,
            None => self.sender.email.clone(),
        };
        let mut connection = self.connect(told).await.map_err(|error| unreachable(&error))?;
        let outcome = offer(&mut connection, (&from, to), &message, told).await;
        if outcome.is_err() {
            // The outcome does not depend on how the server closes the connection.
            let _ = timeout(FAREWELL, connection.abort()).await;
        }
        outcome.map(|()| connection)
    }
}

/// Sends the envelope, then the message. Only replies to the recipient and the message concern this
/// mail.
async fn offer(
    connection: &mut AsyncSmtpConnection,
    (from, to): (&Address, Address),
    message: &[u8],
    told: &mut Transcript,
) -> Result<(), MailError> {
    let mut needed = Vec::new();
    let ascii = |address: &Address| AsRef::<str>::as_ref(address).is_ascii();
    if !ascii(&to) || !ascii(from) {
        needed.push((Extension::SmtpUtfEight, MailParameter::SmtpUtfEight));
    }
    if !message.is_ascii() {
        let body = MailParameter::Body(MailBodyParameter::EightBitMime);
        needed.push((Extension::EightBitMime, body));
    }
    let can = |feature| connection.server_info().supports_feature(feature);
    if let Some((missing, _)) = needed.iter().find(|(feature, _)| !can(*feature)) {
        let lacks = format!("the mail server does not offer {missing}");
        told.say(Step::Content, &format!("({lacks})"));
        return Err(MailError::Refused(lacks));
    }
    let parameters = needed.into_iter().map(|(_, parameter)| parameter).collect();
    let mail = Mail::new(Some(from.clone()), parameters);
    told.say(Step::Sender, &mail.to_string());
    let named = connection.command(mail).await;
    told.reply(&named);
    named.map_err(|error| unreachable(&error))?;
    let recipient = Rcpt::new(to, Vec::new());
    told.say(Step::Receiver, &recipient.to_string());
    let accepted = connection.command(recipient).await;
    told.reply(&accepted);
    accepted.map_err(|error| match answered(&error, "the address") {
        MailError::Refused(said) if !is_of_address(&error) => MailError::PutOff(said),
        MailError::Refused(said) => MailError::AddressRefused(said),
        other => other,
    })?;
    told.say(Step::Content, "DATA");
    let ready = connection.command(Data).await;
    told.reply(&ready);
    ready.map_err(|error| answered(&error, "the mail"))?;
    told.say(Step::Content, &format!("(the email, {} bytes)", message.len()));
    let taken = connection.message(message).await;
    told.reply(&taken);
    taken.map_err(|error| answered(&error, "the mail"))?;
    Ok(())
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, email: &Email) -> Result<(), MailError> {
        self.converse(email, &mut Transcript::default()).await
    }

    async fn check(&self) -> TrialReport {
        let mut told = Transcript::default();
        let outcome = match timeout(TOTAL, self.connect(&mut told)).await {
            Ok(Ok(mut connection)) => {
                // The sign-in has succeeded, however the server closes the connection.
                let _ = timeout(FAREWELL, connection.abort()).await;
                Ok(())
            }
            Ok(Err(error)) => Err(unreachable(&error)),
            Err(_) => Err(MailError::Unreachable(format!("no answer within {TOTAL:?}"))),
        };
        let remedy = outcome.is_err().then(|| told.remedy(&self.config));
        TrialReport { outcome, remedy, conversation: told.into_lines() }
    }

    async fn try_out(&self, email: &Email) -> TrialReport {
        let mut told = Transcript::default();
        let outcome = self.converse(email, &mut told).await;
        let remedy = outcome.is_err().then(|| told.remedy(&self.config));
        TrialReport { outcome, remedy, conversation: told.into_lines() }
    }
}

/// Converts an error that prevents all mail at present.
fn unreachable(error: &Error) -> MailError {
    MailError::Unreachable(error.to_string())
}

/// Converts the server's reply to a command. The text is left out, as it mostly contains the
/// address.
fn answered(error: &Error, what: &str) -> MailError {
    // 421: closing down; 53x: authentication required.
    let about_us = |code: Code| matches!(u16::from(code), 421 | 530..=539);
    let Some(code) = error.status() else { return unreachable(error) };
    let said = format!("the mail server said {code} to {what}");
    match code.severity {
        _ if about_us(code) => MailError::Unreachable(said),
        Severity::PermanentNegativeCompletion => MailError::Refused(said),
        Severity::TransientNegativeCompletion => MailError::PutOff(said),
        Severity::PositiveCompletion | Severity::PositiveIntermediate => {
            MailError::Unreachable(said)
        }
    }
}

/// Checks whether a permanent refusal concerns the address or mailbox, and not our volume, the
/// network or a policy. The text begins with a code of RFC 3463; without one it concerns the
/// address.
fn is_of_address(error: &Error) -> bool {
    let said = error.to_string();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|one| one.is_ascii_digit());
    let mut codes = said
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("5.")?.split_once('.'))
        .filter(|(subject, detail)| is_number(subject) && is_number(detail));
    codes.next().is_none_or(|(subject, _)| ["0", "1", "2"].contains(&subject))
}

fn tls(config: &MailConfig) -> anyhow::Result<Option<TlsParameters>> {
    if config.security == Security::None {
        return Ok(None);
    }
    let mut parameters = TlsParameters::builder(config.host.clone());
    if let Some(file) = config.ca_file() {
        let pem = std::fs::read(file).with_context(|| format!("reading {}", file.display()))?;
        let certificate = Certificate::from_pem(&pem)
            .with_context(|| format!("mail.ca_file {} has no certificate", file.display()))?;
        parameters = parameters.add_root_certificate(certificate);
    }
    Ok(Some(parameters.build_rustls().context("preparing TLS for mail")?))
}

#[cfg(test)]
mod tests;
