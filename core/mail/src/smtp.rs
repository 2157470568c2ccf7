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
const CLOSE: Duration = Duration::from_secs(2);

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
    async fn connect(&self, transcript: &mut Transcript) -> Result<AsyncSmtpConnection, Error> {
        let server = (self.config.host.as_str(), self.config.port());
        let (host, port) = server;
        let (at_once, later) = match self.config.security {
            Security::Tls => (self.tls.clone(), None),
            Security::StartTls => (None, self.tls.clone()),
            Security::None => (None, None),
        };
        let encrypted = if at_once.is_some() { " with TLS" } else { "" };
        transcript.sent(Step::Connect, &format!("(connects to {host}:{port}{encrypted})"));
        let connected =
            AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT), &self.hello, at_once, None)
                .await;
        let mut connection = connected.inspect_err(|error| transcript.failure(error))?;
        self.record_greeting(&connection, transcript);
        if let Some(tls) = later {
            transcript.sent(Step::Encrypt, "STARTTLS");
            let encrypted = connection.starttls(tls, &self.hello).await;
            encrypted.inspect_err(|error| transcript.failure(error))?;
            transcript.sent(Step::Encrypt, "(the connection is encrypted)");
            self.record_greeting(&connection, transcript);
        }
        if let Some(credentials) = &self.credentials {
            let mechanism = connection.server_info().get_auth_mechanism(DEFAULT_MECHANISMS);
            let mechanism = mechanism.map(|one| format!(" {one}")).unwrap_or_default();
            transcript
                .sent(Step::SignIn, &format!("AUTH{mechanism} (user name and password hidden)"));
            let signed_in = connection.auth(DEFAULT_MECHANISMS, credentials).await;
            transcript.reply(&signed_in);
            signed_in?;
        }
        Ok(connection)
    }

    /// Adds the greeting and the extensions of the server to the transcript.
    fn record_greeting(&self, connection: &AsyncSmtpConnection, transcript: &mut Transcript) {
        transcript.sent(Step::Connect, &format!("EHLO {}", self.hello));
        transcript.received(&format!("250 {}", connection.server_info()));
    }

    /// Sends a mail and closes the connection.
    async fn deliver(&self, email: &Email, transcript: &mut Transcript) -> Result<(), MailError> {
        let sent = timeout(TOTAL, self.send_message(email, transcript)).await;
        let too_slow = |_| MailError::Unreachable(format!("no response within {TOTAL:?}"));
        let mut connection = sent.map_err(too_slow)??;
        // The server has accepted the mail; an error on closing must not cause a second delivery.
        let _ = timeout(CLOSE, connection.abort()).await;
        Ok(())
    }

    async fn send_message(
        &self,
        email: &Email,
        transcript: &mut Transcript,
    ) -> Result<AsyncSmtpConnection, MailError> {
        let unfit = |cause: &dyn std::fmt::Display| MailError::Refused(cause.to_string());
        let message = message(email, &self.sender).map_err(|cause| unfit(&cause))?.formatted();
        let to = email.to.parse::<Address>().map_err(|cause| unfit(&cause))?;
        let from = match email.bounces.as_ref().and_then(|bounces| bounces.path.as_ref()) {
            Some(path) => path.parse::<Address>().map_err(|cause| unfit(&cause))?,
            None => self.sender.email.clone(),
        };
        let mut connection = self.connect(transcript).await.map_err(|error| unreachable(&error))?;
        let outcome = transmit(&mut connection, (&from, to), &message, transcript).await;
        if outcome.is_err() {
            // The outcome does not depend on how the server closes the connection.
            let _ = timeout(CLOSE, connection.abort()).await;
        }
        outcome.map(|()| connection)
    }
}

/// Sends the envelope, then the message. Only replies to the recipient and the message concern this
/// mail.
async fn transmit(
    connection: &mut AsyncSmtpConnection,
    (from, to): (&Address, Address),
    message: &[u8],
    transcript: &mut Transcript,
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
        transcript.sent(Step::Content, &format!("({lacks})"));
        return Err(MailError::Refused(lacks));
    }
    let parameters = needed.into_iter().map(|(_, parameter)| parameter).collect();
    let mail = Mail::new(Some(from.clone()), parameters);
    transcript.sent(Step::Sender, &mail.to_string());
    let named = connection.command(mail).await;
    transcript.reply(&named);
    named.map_err(|error| unreachable(&error))?;
    let recipient = Rcpt::new(to, Vec::new());
    transcript.sent(Step::Receiver, &recipient.to_string());
    let accepted = connection.command(recipient).await;
    transcript.reply(&accepted);
    accepted.map_err(|error| match rejected(&error, "the address") {
        MailError::Refused(reply) if !is_of_address(&error) => MailError::PutOff(reply),
        MailError::Refused(reply) => MailError::AddressRefused(reply),
        other => other,
    })?;
    transcript.sent(Step::Content, "DATA");
    let ready = connection.command(Data).await;
    transcript.reply(&ready);
    ready.map_err(|error| rejected(&error, "the mail"))?;
    transcript.sent(Step::Content, &format!("(the email, {} bytes)", message.len()));
    let taken = connection.message(message).await;
    transcript.reply(&taken);
    taken.map_err(|error| rejected(&error, "the mail"))?;
    Ok(())
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, email: &Email) -> Result<(), MailError> {
        self.deliver(email, &mut Transcript::default()).await
    }

    async fn check(&self) -> TrialReport {
        let mut transcript = Transcript::default();
        let outcome = match timeout(TOTAL, self.connect(&mut transcript)).await {
            Ok(Ok(mut connection)) => {
                // The sign-in has succeeded, however the server closes the connection.
                let _ = timeout(CLOSE, connection.abort()).await;
                Ok(())
            }
            Ok(Err(error)) => Err(unreachable(&error)),
            Err(_) => Err(MailError::Unreachable(format!("no response within {TOTAL:?}"))),
        };
        let remedy = outcome.is_err().then(|| transcript.remedy(&self.config));
        TrialReport { outcome, remedy, conversation: transcript.into_lines() }
    }

    async fn try_out(&self, email: &Email) -> TrialReport {
        let mut transcript = Transcript::default();
        let outcome = self.deliver(email, &mut transcript).await;
        let remedy = outcome.is_err().then(|| transcript.remedy(&self.config));
        TrialReport { outcome, remedy, conversation: transcript.into_lines() }
    }
}

/// Converts an error that prevents all mail at present.
fn unreachable(error: &Error) -> MailError {
    MailError::Unreachable(error.to_string())
}

/// Converts the server's reply to a command. The text is left out, as it mostly contains the
/// address.
fn rejected(error: &Error, what: &str) -> MailError {
    // 421: closing down; 53x: authentication required.
    let about_us = |code: Code| matches!(u16::from(code), 421 | 530..=539);
    let Some(code) = error.status() else { return unreachable(error) };
    let reply = format!("the mail server replied {code} to {what}");
    match code.severity {
        _ if about_us(code) => MailError::Unreachable(reply),
        Severity::PermanentNegativeCompletion => MailError::Refused(reply),
        Severity::TransientNegativeCompletion => MailError::PutOff(reply),
        Severity::PositiveCompletion | Severity::PositiveIntermediate => {
            MailError::Unreachable(reply)
        }
    }
}

/// Checks whether a permanent refusal concerns the address or mailbox, and not our volume, the
/// network or a policy. The text begins with a code of RFC 3463; without one it concerns the
/// address.
fn is_of_address(error: &Error) -> bool {
    let text = error.to_string();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|one| one.is_ascii_digit());
    let mut codes = text
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
