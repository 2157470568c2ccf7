//! Content and delivery of mails.

mod hanging;
mod inbound;
mod outage;
mod server;
mod smtp;
mod stops;
mod store;
mod words;

use std::sync::Arc;

use sparkyard_mail::{MailConfig, Security, SmtpMailer, Transport};

pub(crate) use self::{
    inbound::Mailbox,
    server::{MailServer, signed},
};

const PASSWORD: &str = "a password with spaces";

/// Returns settings for sending through `server`.
fn settings(server: &MailServer) -> MailConfig {
    MailConfig {
        transport: Transport::Smtp,
        from: "post@swap.example.org".to_owned(),
        host: "localhost".to_owned(),
        port: server.port,
        security: server.security,
        username: "swap".to_owned(),
        password: PASSWORD.to_owned(),
        ca_file: (server.security != Security::None).then(|| server.authority.clone()),
        ..MailConfig::default()
    }
}

fn mailer(settings: &MailConfig) -> Arc<SmtpMailer> {
    Arc::new(SmtpMailer::new(settings).unwrap())
}
