//! Services for inbound mail and bounces.

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Job, Ports,
    ports::{Accounts, MailTroubles, ReplyAddresses},
};

use super::{
    BounceHandling, MailStore, Troubles,
    inbound::{InboundMail, MailAddresses, MailboxJob},
};

/// Services for inbound mail and bounces.
pub(crate) struct MailServices {
    addresses: Arc<MailAddresses>,
    store: MailStore,
    troubles: Arc<Troubles>,
}

impl MailServices {
    /// Uses the port of accounts, and offers [`ReplyAddresses`] and [`MailTroubles`] there.
    pub(crate) fn new(cx: &Cx, ports: &mut Ports, inbound: Option<&InboundMail>) -> Self {
        let replies = inbound.map(|inbound| inbound.pattern.clone());
        let bounces = inbound.and_then(|inbound| inbound.bounces.clone());
        let addresses = MailAddresses::new(&cx.keys, cx.clock.clone(), replies, bounces);
        let addresses = Arc::new(addresses);
        if inbound.is_some() {
            ports.offer::<dyn ReplyAddresses>("core", addresses.clone());
        }
        let store = MailStore::new(cx.db.clone());
        let accounts = ports.optional::<dyn Accounts>();
        let troubles = Arc::new(Troubles::new(store.clone(), accounts, cx.clock.clone()));
        ports.offer::<dyn MailTroubles>("core", troubles.clone());
        Self { addresses, store, troubles }
    }

    /// Returns the services that mail delivery needs for bounces.
    pub(crate) fn bounce_handling(&self) -> BounceHandling {
        BounceHandling { troubles: self.troubles.clone(), addresses: self.addresses.clone() }
    }

    /// Returns the jobs: deletion of old records and, with inbound mail, reading the mailbox.
    pub(crate) fn jobs(
        self,
        cx: &Cx,
        ports: &Ports,
        inbound: Option<InboundMail>,
    ) -> anyhow::Result<Vec<Job>> {
        let purges = [MailStore::purge_processed(), MailStore::purge_late()];
        let mut jobs: Vec<Job> = purges.map(|purge| purge.job(&cx.db)).into();
        if let Some(InboundMail { mailbox, senders, every, .. }) = inbound {
            let accounts: Arc<dyn Accounts> = ports.require("core")?;
            let Self { addresses, store, troubles } = self;
            let clock = cx.clock.clone();
            let mailbox = (mailbox, senders);
            let job = MailboxJob::new(mailbox, addresses, accounts, troubles, store, clock);
            jobs.push(job.job(every));
        }
        Ok(jobs)
    }
}
