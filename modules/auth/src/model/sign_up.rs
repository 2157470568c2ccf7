use sparkyard_kernel::{Gender, UserId};

/// What somebody fills in to sign up.
pub(crate) struct SignUpForm {
    pub(crate) token: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) gender: Gender,
    pub(crate) password: String,
    pub(crate) adult: bool,
    pub(crate) terms: bool,
    pub(crate) location: Option<String>,
    pub(crate) referral_code: Option<String>,
}

/// What the host's first admin fills in.
pub(crate) struct AdminForm {
    pub(crate) secret: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) password: String,
}

/// An account that was made.
pub(crate) struct Registered {
    pub(crate) id: UserId,
    /// Whether it waits for approval.
    pub(crate) pending: bool,
}

/// Whether `text` can be a telephone number.
pub(crate) fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (5..=15).contains(&digits) && text.chars().all(|c| c.is_ascii_digit() || " +-().".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telephone_numbers() {
        for good in ["07700 900123", "+44 (0)20 7946 0000", "999 12"] {
            assert!(is_phone(good), "{good}");
        }
        for bad in ["", "phone", "12", "<script>07700900123", "07700 900123 07700 900123"] {
            assert!(!is_phone(bad), "{bad}");
        }
    }
}
