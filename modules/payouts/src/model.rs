//! Bank accounts in the United Kingdom.

pub(crate) mod withdrawal;

use sparkyard_kernel::{ApiError, ItemId, Timestamp, site::Mode, text, validate::Checks};

use crate::error::PayoutsError;

/// Maximum number of bank accounts per member.
pub(crate) const MAX_METHODS: i64 = 5;
/// Maximum length of the names of bank and holder, in characters.
const MAX_NAME: usize = 70;
const SORT_CODE_DIGITS: usize = 6;
const ACCOUNT_DIGITS: usize = 8;

/// Sort code and account number, digits only. Has no `Debug`, so that it cannot be logged.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct BankAccount {
    sort_code: String,
    account_number: String,
}

impl BankAccount {
    /// Returns the bytes to encrypt.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        format!("{}{}", self.sort_code, self.account_number).into_bytes()
    }

    /// Reads decrypted bytes; `None` if they are no account.
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        let digits = String::from_utf8(bytes).ok()?;
        let is_account = digits.len() == SORT_CODE_DIGITS + ACCOUNT_DIGITS
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        let (sort_code, account_number) = digits.split_at_checked(SORT_CODE_DIGITS)?;
        is_account.then(|| Self {
            sort_code: sort_code.to_owned(),
            account_number: account_number.to_owned(),
        })
    }

    /// Returns the whole sort code, `12-34-56`. For admins who pay.
    pub(crate) fn sort_code(&self) -> String {
        let code = &self.sort_code;
        format!("{}-{}-{}", &code[..2], &code[2..4], &code[4..])
    }

    /// Returns the whole account number. For admins who pay.
    pub(crate) fn number(&self) -> &str {
        &self.account_number
    }

    /// Returns the sort code with only its last two digits, `**-**-56`.
    pub(crate) fn masked_sort_code(&self) -> String {
        format!("**-**-{}", &self.sort_code[4..])
    }

    /// Returns the account number with only its last four digits, `****5678`.
    pub(crate) fn masked_number(&self) -> String {
        format!("****{}", &self.account_number[4..])
    }
}

/// A bank account as a member enters it.
pub(crate) struct NewMethod {
    pub(crate) bank_name: String,
    pub(crate) account_name: String,
    pub(crate) account: BankAccount,
}

impl NewMethod {
    /// Checks the fields of the form.
    pub(crate) fn checked(
        bank_name: &str,
        account_name: &str,
        sort_code: &str,
        account_number: &str,
    ) -> Result<Self, ApiError> {
        let (sort_code, account_number) = (digits(sort_code), digits(account_number));
        let is_number = |text: &str, length: usize| {
            text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        Checks::new()
            .line("bank_name", bank_name, 1, MAX_NAME)
            .line("account_name", account_name, 1, MAX_NAME)
            .check(
                "sort_code",
                is_number(&sort_code, SORT_CODE_DIGITS),
                "Enter the six digits of your sort code, such as 12-34-56.",
            )
            .check(
                "account_number",
                is_number(&account_number, ACCOUNT_DIGITS),
                "Enter the eight digits of your account number.",
            )
            .finish()?;
        Ok(Self {
            bank_name: text::line(bank_name),
            account_name: text::line(account_name),
            account: BankAccount { sort_code, account_number },
        })
    }
}

/// Removes the dashes and spaces with which people group digits.
fn digits(text: &str) -> String {
    text.chars().filter(|char| !char.is_whitespace() && *char != '-').collect()
}

/// A stored bank account.
pub(crate) struct Method {
    pub(crate) id: ItemId,
    pub(crate) bank_name: String,
    pub(crate) account_name: String,
    pub(crate) account: BankAccount,
    pub(crate) created_at: Timestamp,
}

/// Checks that the community uses pounds.
pub(crate) fn cash_allowed(mode: Mode) -> Result<(), PayoutsError> {
    match mode {
        Mode::CashAndTokens => Ok(()),
        Mode::TokensOnly => Err(PayoutsError::CashOff),
        Mode::Gift => Err(PayoutsError::GiftMode),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(sort_code: &str, number: &str) -> Option<BankAccount> {
        let checked = NewMethod::checked("Bank", "Ana", sort_code, number);
        checked.ok().map(|method| method.account)
    }

    #[test]
    fn digits_may_be_grouped() {
        let plain = account("123456", "12345678");
        assert!(plain.is_some());
        for (sort_code, number) in [("12-34-56", "1234 5678"), (" 12 34 56 ", "12345678")] {
            assert!(account(sort_code, number) == plain, "{sort_code} {number}");
        }
        for (sort_code, number) in [
            ("12345", "12345678"),
            ("1234567", "12345678"),
            ("12345a", "12345678"),
            ("١٢٣٤٥٦", "12345678"),
            ("123456", "1234567"),
            ("123456", "123456789"),
            ("123456", "１２３４５６７８"),
            ("", ""),
        ] {
            assert!(account(sort_code, number).is_none(), "{sort_code} {number}");
        }
    }

    #[test]
    fn only_the_last_digits_are_shown() {
        let account = account("123456", "12345678").unwrap();
        assert_eq!(account.masked_sort_code(), "**-**-56");
        assert_eq!(account.masked_number(), "****5678");
        assert!(BankAccount::from_bytes(account.to_bytes()) == Some(account));
        for broken in [&b"123"[..], b"1234561234567x", b"\xff"] {
            assert!(BankAccount::from_bytes(broken.to_vec()).is_none());
        }
    }

    #[test]
    fn accounts_need_a_community_that_uses_pounds() {
        assert!(cash_allowed(Mode::CashAndTokens).is_ok());
        assert!(matches!(cash_allowed(Mode::TokensOnly), Err(PayoutsError::CashOff)));
        assert!(matches!(cash_allowed(Mode::Gift), Err(PayoutsError::GiftMode)));
    }
}
