use std::time::Duration;

use anyhow::Context;
use async_trait::async_trait;
use lettre::{
    Address,
    address::Envelope,
    message::Mailbox,
    transport::smtp::{
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, Certificate, TlsParameters},
        extension::ClientId,
        response::{Code, Severity},
    },
};
use sparkyard_host::mail::{Letter, MailError, Mailer};
use sparkyard_kernel::site::SiteConfig;
use tokio::time::timeout;

use crate::{MailConfig, Security, message::message};

/// How long reaching the server may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How long one mail may take altogether: less than the outbox leaves a delivery to one sender,
/// or it would be sent twice.
const TOTAL: Duration = Duration::from_secs(20);
/// How long taking leave may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// Hands mails to a mail server, each over a connection of its own: a community sends a few an
/// hour, and a connection that is kept open would mostly be found dead.
pub struct SmtpMailer {
    config: MailConfig,
    sender: Mailbox,
    hello: ClientId,
    tls: Option<TlsParameters>,
    credentials: Option<Credentials>,
}

impl SmtpMailer {
    /// Reads the settings and the certificates they name; connects to nothing.
    pub fn new(config: &MailConfig, site: &SiteConfig) -> anyhow::Result<Self> {
        config.check()?;
        let sender = config.sender(&site.name)?;
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

    /// A connection that has signed in.
    async fn connect(&self) -> Result<AsyncSmtpConnection, lettre::transport::smtp::Error> {
        let server = (self.config.host.as_str(), self.config.port());
        let (at_once, later) = match self.config.security {
            Security::Tls => (self.tls.clone(), None),
            Security::StartTls => (None, self.tls.clone()),
            Security::None => (None, None),
        };
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT), &self.hello, at_once, None)
                .await?;
        if let Some(tls) = later {
            connection.starttls(tls, &self.hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }

    async fn hand_over(&self, letter: &Letter) -> Result<AsyncSmtpConnection, MailError> {
        let refused = |cause: &dyn std::fmt::Display| MailError::Refused(cause.to_string());
        let message = message(letter, &self.sender).map_err(|cause| refused(&cause))?;
        let to = letter.to.parse::<Address>().map_err(|cause| refused(&cause))?;
        let envelope = Envelope::new(Some(self.sender.email.clone()), vec![to])
            .map_err(|cause| refused(&cause))?;
        let unreachable =
            |cause| MailError::Unreachable(format!("{:#}", anyhow::Error::new(cause)));
        let mut connection = self.connect().await.map_err(unreachable)?;
        match connection.send(&envelope, &message.formatted()).await {
            Ok(_) => Ok(connection),
            Err(cause) if concerns_the_mail(&cause) => Err(refused(&cause)),
            Err(cause) => Err(unreachable(cause)),
        }
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, letter: &Letter) -> Result<(), MailError> {
        let handed_over = timeout(TOTAL, self.hand_over(letter)).await;
        let too_slow = |_| MailError::Unreachable(format!("no answer within {TOTAL:?}"));
        let mut connection = handed_over.map_err(too_slow)??;
        // The server has the mail; however it takes our leave, it is not to be sent again.
        let _ = timeout(FAREWELL, connection.abort()).await;
        Ok(())
    }
}

/// Whether a failed hand-over is about this mail, rather than about the server or about us.
fn concerns_the_mail(error: &lettre::transport::smtp::Error) -> bool {
    // 421: closing down; 53x: sign in, or sign in better.
    let about_us = |code: Code| matches!(u16::from(code), 421 | 530..=539);
    match error.status() {
        Some(code) => !about_us(code) && code.severity != Severity::PositiveIntermediate,
        // An address in a script that the server does not know.
        None => error.is_client(),
    }
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
