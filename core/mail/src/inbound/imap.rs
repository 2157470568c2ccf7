use std::{fmt, sync::Arc, time::Duration};

use anyhow::{Context, bail};
use async_trait::async_trait;
use imap_proto::{AttributeValue, Capability, MailboxDatum, Response};
use sparkyard_host::mail::inbound::{MailReader, Mailbox, Verdict};
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject},
    },
};
use tracing::warn;

use super::{
    InboundConfig,
    imap_client::{ImapClient, Stream, first, quoted},
};
use crate::Security;

/// Timeout for connecting and signing in.
const CONNECT: Duration = Duration::from_secs(20);
/// Timeout for one check of the mailbox.
const TOTAL: Duration = Duration::from_mins(5);
/// Most mails handled in one check; the rest waits for the next.
const BATCH: usize = 100;
/// Size above which mails are rejected unread: replies are text, and bounces are short.
const MAX_BYTES: u32 = 10 * 1024 * 1024;

const TOO_LARGE: Verdict = Verdict::Rejected("it is larger than 10 MB");

/// A mailbox read by IMAP, with a new connection for each check. Mails in the inbox wait to be
/// read; afterwards they are moved to another folder.
pub struct ImapMailbox {
    config: InboundConfig,
    tls: Option<(TlsConnector, ServerName<'static>)>,
}

impl fmt::Debug for ImapMailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImapMailbox").field("config", &self.config).finish_non_exhaustive()
    }
}

impl ImapMailbox {
    /// Validates the settings and reads the certificates they name; does not connect.
    pub fn new(config: InboundConfig) -> anyhow::Result<Self> {
        let tls = match config.security {
            Security::None => None,
            Security::Tls | Security::StartTls => {
                let name = ServerName::try_from(config.host.clone());
                let name = name.with_context(|| {
                    format!("mail.inbound.host is not a host name: {:?}", config.host)
                })?;
                Some((connector(&config)?, name))
            }
        };
        Ok(Self { config, tls })
    }

    /// Opens a connection and signs in.
    async fn open(&self) -> anyhow::Result<ImapClient> {
        let (host, port) = (self.config.host.as_str(), self.config.port());
        let stream = TcpStream::connect((host, port)).await?;
        let mut client = match (&self.tls, self.config.security) {
            (Some((tls, name)), Security::Tls) => {
                ImapClient::start(Box::new(tls.connect(name.clone(), stream).await?)).await?
            }
            (Some((tls, name)), Security::StartTls) => {
                let mut client = ImapClient::start(Box::new(stream)).await?;
                client.command("STARTTLS").await?;
                let stream: Box<dyn Stream> = client.into_stream()?;
                ImapClient::resume(Box::new(tls.connect(name.clone(), stream).await?))
            }
            _ => ImapClient::start(Box::new(stream)).await?,
        };
        let (user, password) = (quoted(&self.config.username)?, quoted(&self.config.password)?);
        client.command(&format!("LOGIN {user} {password}")).await?;
        Ok(client)
    }

    async fn process_inbox(&self, reader: &dyn MailReader) -> anyhow::Result<usize> {
        let mut client = timeout(CONNECT, self.open()).await.context("no response in time")??;
        client.command("select INBOX").await?;
        let found = client.command("UID SEARCH UNDELETED").await?;
        let mut waiting: Vec<u32> = found
            .iter()
            .filter_map(|response| match response {
                Response::MailboxData(MailboxDatum::Search(uids)) => Some(uids),
                _ => None,
            })
            .flatten()
            .copied()
            .collect();
        waiting.sort_unstable();
        waiting.truncate(BATCH);
        if !waiting.is_empty() {
            for folder in [&self.config.done_folder, &self.config.rejected_folder] {
                create_folder(&mut client, folder).await?;
            }
        }
        let moves = can_move(&mut client).await?;
        let mut failed = None;
        for &uid in &waiting {
            let read = match mail(&mut client, uid).await? {
                Some(mail) => reader.read(&mail).await,
                None => Ok(TOO_LARGE),
            };
            let verdict = match read {
                Ok(verdict) => verdict,
                // The mail stays in the inbox, and does not block the others.
                Err(cause) => {
                    failed = Some(cause);
                    continue;
                }
            };
            if let Verdict::Rejected(why) = verdict {
                warn!(uid, "an email was rejected: {why}");
            }
            let folder = match verdict {
                Verdict::Done => &self.config.done_folder,
                Verdict::Rejected(_) => &self.config.rejected_folder,
            };
            move_mail(&mut client, uid, folder, moves).await?;
        }
        client.command("LOGOUT").await?;
        failed.map_or(Ok(waiting.len()), Err)
    }
}

#[async_trait]
impl Mailbox for ImapMailbox {
    async fn check(&self) -> anyhow::Result<()> {
        let mut client = timeout(CONNECT, self.open()).await.context("no response in time")??;
        client.command("select INBOX").await?;
        client.command("LOGOUT").await?;
        Ok(())
    }

    async fn process_all(&self, reader: &dyn MailReader) -> anyhow::Result<usize> {
        let processed = timeout(TOTAL, self.process_inbox(reader)).await;
        processed.map_err(anyhow::Error::from).flatten().with_context(|| {
            let (host, port) = (&self.config.host, self.config.port());
            format!("reading the mailbox at {host}:{port}; the mails stay there")
        })
    }
}

/// Checks whether the server supports MOVE (RFC 6851).
async fn can_move(client: &mut ImapClient) -> anyhow::Result<bool> {
    let responses = client.command("CAPABILITY").await?;
    first(&responses, "the capabilities", |response| match response {
        Response::Capabilities(all) => {
            Some(all.iter().any(
                |one| matches!(one, Capability::Atom(name) if name.eq_ignore_ascii_case("MOVE")),
            ))
        }
        _ => None,
    })
}

/// Fetches a mail; `None` if it is too large.
async fn mail(client: &mut ImapClient, uid: u32) -> anyhow::Result<Option<Vec<u8>>> {
    let sizes = client.command(&format!("UID FETCH {uid} (UID RFC822.SIZE)")).await?;
    let size = first(&sizes, "the size of a mail", |response| {
        attributes(response).iter().find_map(|attribute| match attribute {
            AttributeValue::Rfc822Size(size) => Some(*size),
            _ => None,
        })
    })?;
    if size > MAX_BYTES {
        return Ok(None);
    }
    // PEEK leaves the mail unread for people who use the mailbox too.
    let mails = client.command(&format!("UID FETCH {uid} (UID BODY.PEEK[])")).await?;
    let mail = first(&mails, "the content of a mail", |response| {
        attributes(response).iter().find_map(|attribute| match attribute {
            AttributeValue::BodySection { section: None, data: Some(mail), .. } => {
                Some(mail.to_vec())
            }
            _ => None,
        })
    })?;
    Ok(Some(mail))
}

fn attributes<'a>(response: &'a Response<'static>) -> &'a [AttributeValue<'static>] {
    match response {
        Response::Fetch(_, attributes) => attributes,
        _ => &[],
    }
}

async fn create_folder(client: &mut ImapClient, folder: &str) -> anyhow::Result<()> {
    let folder = quoted(folder)?;
    let found = client.command(&format!("LIST \"\" {folder}")).await?;
    let is_there =
        |response: &Response<'_>| matches!(response, Response::MailboxData(MailboxDatum::List(_)));
    if !found.iter().any(is_there) {
        client.command(&format!("create {folder}")).await?;
    }
    Ok(())
}

/// Moves a mail; copies it where the server does not support MOVE.
async fn move_mail(
    client: &mut ImapClient,
    uid: u32,
    folder: &str,
    moves: bool,
) -> anyhow::Result<()> {
    let folder = quoted(folder)?;
    if moves {
        client.command(&format!("UID MOVE {uid} {folder}")).await?;
        return Ok(());
    }
    client.command(&format!("UID COPY {uid} {folder}")).await?;
    // From here on the mail is no longer found, even if expunging it fails.
    client.command(&format!("UID STORE {uid} +FLAGS.SILENT (\\Deleted)")).await?;
    client.command("EXPUNGE").await?;
    Ok(())
}

fn connector(config: &InboundConfig) -> anyhow::Result<TlsConnector> {
    let mut roots: RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
    if let Some(file) = config.ca_file() {
        let unreadable = || format!("reading mail.inbound.ca_file {}", file.display());
        let mut found = 0;
        for certificate in CertificateDer::pem_file_iter(file).with_context(unreadable)? {
            roots.add(certificate.with_context(unreadable)?).with_context(unreadable)?;
            found += 1;
        }
        if found == 0 {
            bail!("mail.inbound.ca_file {} has no certificate", file.display());
        }
    }
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .context("preparing TLS for the mailbox")?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}
