use std::sync::Arc;

use anyhow::bail;
use clap::Subcommand;
use sparkyard_host::{mail::Templates, set_up::send_test_mail};
use sparkyard_kernel::{
    Clock, Ids, SystemClock,
    keys::MasterKey,
    ports::{MailLine, MailSpeaker, TestMail},
    site::Site,
    validate::is_email,
};

use super::DataArgs;

#[derive(Subcommand)]
pub(super) enum MailCommand {
    /// Sends a test mail through the configured mail server. Sparkyard need not be running.
    Test {
        /// Email address of the receiver.
        email: String,
        #[command(flatten)]
        data_args: DataArgs,
    },
}

pub(super) async fn run(MailCommand::Test { email, data_args }: MailCommand) -> anyhow::Result<()> {
    if !is_email(&email) {
        bail!("{email:?} is not an email address");
    }
    let config = data_args.load(None)?;
    let mailer = sparkyard_mail::open(&config, false)?;
    // A test mail contains no signed link, so any key will do.
    let mails = Templates::new(Arc::new(Site::new(config.site)), &MasterKey::new([0; 32]))?;
    let clock = Arc::new(SystemClock);
    let (id, at) = (Ids::new(clock.clone()).next(), clock.now());
    let outcome = send_test_mail(&mails, mailer.as_ref(), &email, &id, at).await;
    let report = outcome.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    for MailLine { speaker, text } in report.conversation {
        let arrow = match speaker {
            MailSpeaker::Site => "\u{2192}",
            MailSpeaker::MailServer => "\u{2190}",
        };
        println!("{arrow} {text}");
    }
    match report.outcome {
        TestMail::Sent => println!("the mail server accepted an email to {email}"),
        TestMail::Written => bail!(
            "no mail server is set in [mail], so the email was written to {}",
            config.data_dir.join("outbox").display()
        ),
        TestMail::Failed(cause) => {
            bail!("the email was not accepted: {cause}. {}", report.remedy.unwrap_or_default())
        }
    }
    Ok(())
}
