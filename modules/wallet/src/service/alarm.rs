//! Mails every admin about differences in the ledger, whatever mail they have switched off.

use anyhow::anyhow;
use sparkyard_kernel::{
    ApiError, Event, Timestamp,
    events::wallet::LedgerDiffers,
    idempotency::digest,
    ports::{AccountInfo, MailMessage},
    zone,
};

use super::WalletService;

impl WalletService {
    /// Mails every admin the differences that a check found.
    pub(crate) async fn tell_admins(
        &self,
        found: LedgerDiffers,
        event: &Event,
    ) -> anyhow::Result<()> {
        let admins = self.accounts.get().map_err(failed)?.admins().await.map_err(failed)?;
        let ids: Vec<_> = admins.iter().map(|admin| admin.id.clone()).collect();
        let people = self.people.get().map_err(failed)?.find(&ids).await.map_err(failed)?;
        let mails = admins.into_iter().map(|admin| {
            let firstname = people.get(&admin.id).map(|person| person.firstname.clone());
            let id = digest(&[event.id.as_bytes(), admin.id.as_str().as_bytes()]);
            (id, mail(&found, &admin).with_some("name", firstname))
        });
        Ok(self.store.mail_all(mails.collect(), event.at).await?)
    }
}

fn mail(found: &LedgerDiffers, admin: &AccountInfo) -> MailMessage {
    let more = found.differences.len().saturating_sub(1);
    MailMessage::new(&admin.email, "wallet/ledger_differs")
        .with("when", when(found.found_at))
        .with("difference", found.differences.first().cloned().unwrap_or_default())
        .with_some("more", (more > 0).then(|| more.to_string()))
}

/// Formats a time in British time, as in `Mon 2 Mar 2026, 10:30`.
fn when(at: Timestamp) -> String {
    zone::in_britain(at).strftime("%a %-d %b %Y, %H:%M").to_string()
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn failed(error: ApiError) -> anyhow::Error {
    anyhow!("{error:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_british_time() {
        let check = |at: &str, expected: &str| assert_eq!(when(at.parse().unwrap()), expected);
        check("2026-03-03T10:30:00Z", "Tue 3 Mar 2026, 10:30");
        check("2026-07-01T10:30:00Z", "Wed 1 Jul 2026, 11:30");
    }
}
