//! Earnings of members by calendar year: each one's own, and the file of all for the operator.

use sparkyard_kernel::{ApiError, Caller, UserId, audit::AuditEntry, ports::PersonInfo};

use super::WalletService;
use crate::{
    error::WalletError,
    model::{
        pdf,
        seller::{self, Earnings, Seller, Year},
        sums::seller_keys,
    },
};

/// Sums read at once: those of 100 members in four quarters.
const PAGE: u32 = 400;
/// Maximum number of members in a file.
const MAX_SELLERS: usize = 10_000;

impl WalletService {
    /// Checks a year that somebody asks for.
    pub(crate) fn year(&self, year: i64) -> Result<Year, WalletError> {
        // A number that is no year is refused like a year to come.
        Year::parse(u16::try_from(year).unwrap_or(u16::MAX), self.cx.now())
    }

    /// Returns what `user` earned in a year.
    pub(crate) async fn earnings(
        &self,
        user: &UserId,
        year: Year,
    ) -> Result<Earnings, WalletError> {
        let own = seller_keys(year.number(), user.as_str());
        let sums = self.sums_now((own.clone(), format!("{own}9"))).await?;
        let rows: Vec<_> =
            sums.below(&own).map(|(quarter, sum)| (format!("{own}{quarter}"), sum)).collect();
        let found = Earnings::collect(&rows, &all_keys(year)).into_iter().next();
        Ok(found.unwrap_or_else(|| Earnings::none(user.clone())))
    }

    /// Returns what `user` earned in a year as a PDF.
    pub(crate) async fn earnings_pdf(
        &self,
        user: &UserId,
        year: Year,
    ) -> Result<Vec<u8>, WalletError> {
        let earnings = self.earnings(user, year).await?;
        let (issue, owner) = (self.issue(), self.full_name(user).await?);
        self.write_pdf(move || pdf::earnings(&issue, &owner, year, &earnings)).await
    }

    /// Returns the file of all members who earned pounds in a year. Recorded in the audit log.
    pub(crate) async fn sellers_csv(
        &self,
        admin: &Caller,
        year: Year,
    ) -> Result<String, WalletError> {
        self.sum_up_latest().await?;
        let all = self.all_earnings(year).await?;
        // Recorded first: nobody gets the file without a trace.
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: admin.id.as_str(),
            action: "wallet.sellers_exported",
            subject: format!("sellers:{}", year.number()),
            detail: format!("{} members", all.len()),
        };
        self.store.note_asked(audit).await?;
        let mut file = seller::headings();
        for page in all.chunks(100) {
            let ids: Vec<UserId> = page.iter().map(|earnings| earnings.seller.clone()).collect();
            let people = self.people.get()?;
            let (names, addresses) = (people.find(&ids).await?, people.addresses(&ids).await?);
            let former = self.store.former_sellers(&ids).await?;
            for earnings in page {
                let id = &earnings.seller;
                let account = match self.payouts.filled() {
                    Some(payouts) => payouts.bank_account(id).await?,
                    None => None,
                };
                let (bank_holder, bank_account) =
                    account.map(|account| (account.holder, account.number)).unwrap_or_default();
                let known = Seller {
                    name: names
                        .get(id)
                        .map(PersonInfo::name)
                        .or_else(|| former.get(id).map(|seller| seller.name.clone()))
                        .unwrap_or_default(),
                    address: addresses
                        .get(id)
                        .or_else(|| former.get(id).map(|seller| &seller.address))
                        .cloned()
                        .unwrap_or_default(),
                    bank_holder,
                    bank_account,
                };
                file.push_str(&seller::line(earnings, &known));
            }
        }
        Ok(file)
    }

    async fn all_earnings(&self, year: Year) -> Result<Vec<Earnings>, WalletError> {
        let prefix = all_keys(year);
        let (mut after, mut rows) = (prefix.clone(), Vec::new());
        loop {
            let page = self.store.sums_after(&after, PAGE).await?;
            // The keys of other years follow.
            let own = page.iter().take_while(|(key, _)| key.starts_with(&prefix)).count();
            let is_last = own < page.len() || page.is_empty();
            rows.extend(page.into_iter().take(own));
            if rows.len() > MAX_SELLERS * 4 {
                return Err(too_many());
            }
            match rows.last().filter(|_| !is_last) {
                Some((key, _)) => after.clone_from(key),
                None => break,
            }
        }
        let all = Earnings::collect(&rows, &prefix);
        if all.len() > MAX_SELLERS { Err(too_many()) } else { Ok(all) }
    }
}

fn all_keys(year: Year) -> String {
    format!("seller/{}/", year.number())
}

fn too_many() -> WalletError {
    ApiError::invalid("year", "More than 10,000 members earned pounds in this year.").into()
}
