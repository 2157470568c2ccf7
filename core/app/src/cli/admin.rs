use std::sync::Arc;

use clap::Subcommand;
use sparkyard_host::Host;
use sparkyard_kernel::ports::{Accounts, NewAdmin};

use super::{DataArgs, open};

#[derive(Subcommand)]
pub(super) enum AdminCommand {
    /// Makes a member an administrator. If the address has no account, prints a sign-up link that
    /// is valid for 24 hours. The server must be stopped.
    Add {
        /// Email address of the member.
        email: String,
        #[command(flatten)]
        data_args: DataArgs,
    },
}

pub(super) async fn run(
    AdminCommand::Add { email, data_args }: AdminCommand,
) -> anyhow::Result<()> {
    let opened = open(&data_args).await?;
    let outcome = add(&opened.host, &email).await;
    opened.close(outcome).await
}

async fn add(host: &Host, email: &str) -> anyhow::Result<()> {
    let accounts: Arc<dyn Accounts> = host.ports.require("admin add")?;
    match accounts.add_admin(email).await.map_err(|error| anyhow::anyhow!(error.message))? {
        NewAdmin::Promoted(account) => println!("{} is now an administrator", account.email),
        NewAdmin::Link(link) => {
            println!(
                "There is no account for {email} yet. Create it with this link, valid for 24 hours:"
            );
            println!("{link}");
        }
    }
    Ok(())
}
