//! Signed mail addresses: reply addresses and envelope senders that only this server can make.

use std::{fmt, sync::Arc, time::Duration};

use anyhow::{Context, ensure};
use data_encoding::{BASE32_NOPAD, BASE32_NOPAD_NOCASE};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use sparkyard_kernel::{Clock, Timestamp, UserId, keys::MasterKey, ports::ReplyAddresses};
use ulid::Ulid;

/// Placeholder for the token in a pattern.
const PLACEHOLDER: &str = "{token}";
/// Maximum length of the part before the `@`, in bytes (RFC 5321).
const MAX_LOCAL_PART: usize = 64;
/// Length of the longest token.
const MAX_TOKEN: usize = 49;
/// Validity of reply addresses and of bounce tokens.
const VALID_FOR: Duration = Duration::from_hours(30 * 24);
const DAY: i64 = 24 * 60 * 60;

/// First letter of a token, which tells its purpose.
const REPLY: char = 'r';
const BOUNCE: char = 'b';

/// A pattern of addresses with a token: `reply+{token}@example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressPattern {
    before: String,
    after: String,
    domain: String,
}

impl AddressPattern {
    /// Parses `text`; an error says what is wrong.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let (local, domain) = text.rsplit_once('@').context("it has no @")?;
        let (before, after) =
            local.split_once(PLACEHOLDER).context("{token} is not before the @")?;
        let fine = |part: &str, marks: &str| {
            part.chars().all(|c| c.is_ascii_alphanumeric() || marks.contains(c))
        };
        ensure!(!after.contains(PLACEHOLDER), "{{token}} is there twice");
        ensure!(fine(before, "+-_.=") && fine(after, "+-_.="), "it has a mark that is not usual");
        ensure!(domain.contains('.') && fine(domain, "-."), "{domain:?} is no domain");
        let most = MAX_LOCAL_PART - MAX_TOKEN;
        ensure!(
            before.len() + after.len() <= most,
            "besides {{token}}, it can have {most} characters before the @"
        );
        let lower = str::to_ascii_lowercase;
        Ok(Self { before: lower(before), after: lower(after), domain: lower(domain) })
    }

    fn with(&self, token: &str) -> String {
        format!("{}{token}{}@{}", self.before, self.after, self.domain)
    }

    /// Returns the token in an address of this pattern, in lower case.
    fn token(&self, address: &str) -> Option<String> {
        let address = address.trim().to_ascii_lowercase();
        let (local, domain) = address.rsplit_once('@')?;
        let token = local.strip_prefix(&self.before)?.strip_suffix(&self.after)?;
        (domain == self.domain).then(|| token.to_owned())
    }
}

/// Content of a reply address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReplyTo {
    /// Member to whom a reply goes.
    pub(crate) other: UserId,
    /// Whether the address has expired.
    pub(crate) expired: bool,
    writer: [u8; 4],
}

/// Token of a bounce, not yet verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BounceToken(String);

impl BounceToken {
    /// Reads a token from a bounce.
    pub(crate) fn received(text: &str) -> Self {
        Self(text.trim().to_ascii_lowercase())
    }
}

/// Makes and verifies signed addresses.
#[derive(Clone)]
pub struct MailAddresses {
    key: [u8; 32],
    clock: Arc<dyn Clock>,
    replies: Option<AddressPattern>,
    bounces: Option<AddressPattern>,
}

impl fmt::Debug for MailAddresses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailAddresses").field("replies", &self.replies).finish_non_exhaustive()
    }
}

impl MailAddresses {
    /// Creates addresses of these patterns, signed with a key derived from `keys`.
    pub fn new(
        keys: &MasterKey,
        clock: Arc<dyn Clock>,
        replies: Option<AddressPattern>,
        bounces: Option<AddressPattern>,
    ) -> Self {
        Self { key: keys.derive("core.mail_addresses"), clock, replies, bounces }
    }

    /// Verifies a reply address; `None` if its signature is not ours.
    pub(crate) fn reply_to(&self, address: &str) -> Option<ReplyTo> {
        let token = self.replies.as_ref()?.token(address)?;
        let bytes: [u8; 30] = decode(token.strip_prefix(REPLY)?)?;
        let (content, proof) = bytes.split_at(22);
        self.mac(&[b"reply", content]).verify_truncated_left(proof).ok()?;
        let (other, writer) = (content[..16].try_into().ok()?, content[16..20].try_into().ok()?);
        let other = Ulid::from_bytes(other).to_string().to_lowercase();
        let expired = self.is_over([content[20], content[21]]);
        Some(ReplyTo { other: UserId::from(other.as_str()), expired, writer })
    }

    /// Checks whether the address was made for `user`.
    pub(crate) fn belongs_to(&self, address: &ReplyTo, user: &UserId) -> bool {
        // Constant time is not needed: without the signature, a match is of no use.
        self.writer(user) == address.writer
    }

    /// Returns the token that identifies a mail to `to` as ours in a bounce.
    pub(crate) fn bounce_token(&self, to: &str) -> String {
        let end = last_day(self.clock.now());
        let mut bytes = end.to_vec();
        let proof = self.mac(&[b"return", &end, to.to_lowercase().as_bytes()]);
        bytes.extend_from_slice(&proof.finalize().into_bytes()[..10]);
        format!("{BOUNCE}{}", encode(&bytes))
    }

    /// Returns the envelope sender for `token`, if the pattern is configured.
    pub(crate) fn return_path(&self, token: &str) -> Option<String> {
        Some(self.bounces.as_ref()?.with(token))
    }

    /// Returns the token in an envelope sender of ours.
    pub(crate) fn bounce_token_in(&self, address: &str) -> Option<BounceToken> {
        self.bounces.as_ref()?.token(address).map(BounceToken)
    }

    /// Checks whether `token` was made for a mail to `to` and has not expired.
    pub(crate) fn matches_recipient(&self, token: &BounceToken, to: &str) -> bool {
        let bytes = token.0.strip_prefix(BOUNCE).and_then(decode::<12>);
        bytes.is_some_and(|bytes| {
            let (end, proof) = bytes.split_at(2);
            let made = self.mac(&[b"return", end, to.to_lowercase().as_bytes()]);
            made.verify_truncated_left(proof).is_ok() && !self.is_over([end[0], end[1]])
        })
    }

    fn mac(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        // HMAC pads a key shorter than the hash's block with zeros (RFC 2104).
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.key);
        let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac
    }

    /// Returns a short identifier of a member, which fits into an address.
    fn writer(&self, user: &UserId) -> [u8; 4] {
        let name = self.mac(&[b"writer", user.as_str().as_bytes()]).finalize().into_bytes();
        [name[0], name[1], name[2], name[3]]
    }

    fn is_over(&self, end: [u8; 2]) -> bool {
        day(self.clock.now()) > i64::from(u16::from_be_bytes(end))
    }
}

impl ReplyAddresses for MailAddresses {
    fn for_conversation(&self, user: &UserId, other: &UserId) -> Option<String> {
        let pattern = self.replies.as_ref()?;
        let other = Ulid::from_string(&other.as_str().to_uppercase()).ok()?;
        let mut content = other.to_bytes().to_vec();
        content.extend_from_slice(&self.writer(user));
        content.extend_from_slice(&last_day(self.clock.now()));
        let proof = self.mac(&[b"reply", &content]).finalize().into_bytes();
        content.extend_from_slice(&proof[..8]);
        Some(pattern.with(&format!("{REPLY}{}", encode(&content))))
    }
}

/// Returns days since 1970.
fn day(at: Timestamp) -> i64 {
    at.as_seconds().div_euclid(DAY)
}

/// Returns the last day of validity of a token made now.
fn last_day(now: Timestamp) -> [u8; 2] {
    u16::try_from(day(now + VALID_FOR)).unwrap_or(u16::MAX).to_be_bytes()
}

/// Encodes in Base32, because mail servers may change the case of letters.
fn encode(bytes: &[u8]) -> String {
    BASE32_NOPAD.encode(bytes).to_ascii_lowercase()
}

fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    BASE32_NOPAD_NOCASE.decode(text.as_bytes()).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::ManualClock;

    use super::*;

    const ANA: &str = "01jnbxv3q4w8h7k2m5p6r9s0tz";
    const BO: &str = "01jnbxv3q4w8h7k2m5p6r9s0ty";

    fn addresses(key: u8) -> (MailAddresses, ManualClock) {
        let clock = ManualClock::at("2026-03-02T10:00:00Z".parse().unwrap());
        let pattern = |text| Some(AddressPattern::parse(text).unwrap());
        let (replies, bounces) =
            (pattern("Reply+{token}@example.org"), pattern("bounce+{token}@example.org"));
        let keys = MasterKey::new([key; 32]);
        (MailAddresses::new(&keys, Arc::new(clock.clone()), replies, bounces), clock)
    }

    #[test]
    fn reply_address_names_receiver_and_holder() {
        let (addresses, clock) = addresses(7);
        let address = addresses.for_conversation(&ANA.into(), &BO.into()).unwrap();
        let (local, domain) = address.split_once('@').unwrap();
        assert!(local.starts_with("reply+") && local.len() <= MAX_LOCAL_PART, "{address}");
        assert_eq!(domain, "example.org");
        for written in [address.clone(), address.to_uppercase(), format!(" {address} ")] {
            let reply = addresses.reply_to(&written).unwrap();
            assert_eq!((reply.other.as_str(), reply.expired), (BO, false));
            assert!(addresses.belongs_to(&reply, &ANA.into()));
            assert!(!addresses.belongs_to(&reply, &BO.into()), "nobody else can use it");
        }
        clock.advance(VALID_FOR);
        assert!(!addresses.reply_to(&address).unwrap().expired);
        clock.advance(Duration::from_hours(24));
        assert!(addresses.reply_to(&address).unwrap().expired);
    }

    #[test]
    fn forged_reply_addresses_are_rejected() {
        let (ours, _) = addresses(7);
        let address = ours.for_conversation(&ANA.into(), &BO.into()).unwrap();
        assert_eq!(addresses(8).0.reply_to(&address), None, "another community's");
        let at = "reply+r".len();
        for place in at..address.find('@').unwrap() {
            let mut changed = address.clone();
            let other = if &address[place..=place] == "a" { "b" } else { "a" };
            changed.replace_range(place..=place, other);
            assert_eq!(ours.reply_to(&changed), None, "{changed}");
        }
        for bad in ["", "@", "reply+@example.org", "reply+r@example.org", "ana@example.org"] {
            assert_eq!(ours.reply_to(bad), None, "{bad}");
        }
        assert_eq!(ours.reply_to(&address.replace("example.org", "example.com")), None);
    }

    #[test]
    fn bounce_token_is_bound_to_the_receiver() {
        let (addresses, clock) = addresses(7);
        let token = addresses.bounce_token("Ana@Example.org");
        let path = addresses.return_path(&token).unwrap();
        let returned = addresses.bounce_token_in(&path.to_uppercase()).unwrap();
        assert!(addresses.matches_recipient(&returned, "ana@example.org"));
        assert!(!addresses.matches_recipient(&returned, "bo@example.org"));
        let forged = BounceToken::received(&token.replace(&token[4..8], "aaaa"));
        assert!(!addresses.matches_recipient(&forged, "ana@example.org"));
        clock.advance(VALID_FOR + Duration::from_hours(24));
        assert!(!addresses.matches_recipient(&returned, "ana@example.org"));
    }

    #[test]
    fn invalid_patterns_are_explained() {
        for (text, named) in [
            ("reply@example.org", "{token}"),
            ("reply+{token}", "@"),
            ("reply@{token}.example.org", "{token}"),
            ("reply+{token}{token}@example.org", "twice"),
            ("reply {token}@example.org", "mark"),
            ("reply+{token}@localhost", "localhost"),
            ("answers.to.the.swap+{token}@example.org", "15 characters"),
        ] {
            let error = AddressPattern::parse(text).unwrap_err().to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }
}
