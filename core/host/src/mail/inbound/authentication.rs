//! Reads the receiving mail server's check of the sender: the header `Authentication-Results` (RFC
//! 8601).

use mail_parser::Message;

/// How the senders of replies are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SenderCheck {
    /// By the mail server, which has this name in `Authentication-Results`. Without a name, only
    /// headers above the topmost `Received` are the server's own.
    ByServer(Option<String>),
    /// Not at all: the server adds no such header, so every one is written by the sender.
    Unchecked,
}

/// Result of the mail server's DMARC check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Authentication {
    /// The mail comes from the sender's domain.
    Passed,
    /// The mail does not come from the sender's domain.
    Failed,
    /// The domain has no policy.
    NoPolicy,
    /// There is no result.
    Missing,
}

/// Returns the result for `mail`, whose sender is `from`.
pub(super) fn read(mail: &Message<'_>, from: Option<&str>, check: &SenderCheck) -> Authentication {
    let SenderCheck::ByServer(server) = check else { return Authentication::Missing };
    let domain = from.and_then(|from| from.rsplit_once('@')).map_or("", |(_, domain)| domain);
    let headers: Vec<_> = mail.headers_raw().collect();
    let trusted = match server {
        Some(_) => headers.len(),
        // Servers prepend headers; lower ones may be the sender's.
        None => headers.iter().position(|(name, _)| is(name, "Received")).unwrap_or(0),
    };
    let results =
        headers.iter().take(trusted).filter(|(name, _)| is(name, "Authentication-Results"));
    let mut all = results.map(|(_, value)| Results::read(value)).peekable();
    let server = match server {
        Some(server) => Some(server.to_ascii_lowercase()),
        None => all.peek().map(|first| first.server.clone()),
    };
    // A server may add one header per check, and removes foreign ones in its own name.
    let own = all.filter(|results| Some(&results.server) == server.as_ref());
    let found: Vec<Authentication> =
        own.flat_map(|results| results.dmarc).filter_map(|result| result.of(domain)).collect();
    if found.contains(&Authentication::Failed) {
        return Authentication::Failed;
    }
    found.first().copied().unwrap_or(Authentication::Missing)
}

fn is(name: &str, wanted: &str) -> bool {
    name.eq_ignore_ascii_case(wanted)
}

/// One header `Authentication-Results`.
struct Results {
    /// Name of the checking server, in lower case.
    server: String,
    dmarc: Vec<Dmarc>,
}

/// A DMARC result, in lower case.
struct Dmarc {
    result: String,
    /// The checked domain, if named.
    domain: Option<String>,
}

impl Results {
    fn read(value: &str) -> Self {
        let plain = without_words_of_senders(value).to_ascii_lowercase();
        let mut parts = plain.split(';');
        let server = parts.next().and_then(|part| part.split_whitespace().next());
        Self {
            server: server.unwrap_or_default().to_owned(),
            dmarc: parts.filter_map(Dmarc::read).collect(),
        }
    }
}

impl Dmarc {
    fn read(part: &str) -> Option<Self> {
        let (method, rest) = part.split_once('=')?;
        let method = method.split('/').next().unwrap_or_default().trim();
        let mut words = rest.split_whitespace();
        let result = words.next().filter(|_| method == "dmarc")?.to_owned();
        let domain = words.find_map(|word| word.strip_prefix("header.from=")).map(str::to_owned);
        Some(Self { result, domain })
    }

    /// Returns the result for mail from `domain`.
    fn of(self, domain: &str) -> Option<Authentication> {
        if self.domain.is_some_and(|checked| checked != domain) {
            return None;
        }
        match self.result.as_str() {
            "pass" => Some(Authentication::Passed),
            "fail" => Some(Authentication::Failed),
            "none" | "bestguesspass" => Some(Authentication::NoPolicy),
            _ => None,
        }
    }
}

/// Removes comments and quoted strings from a header's value: the sender may choose them, and they
/// may contain semicolons.
fn without_words_of_senders(value: &str) -> String {
    let (mut plain, mut comments, mut quoted) = (String::new(), 0_usize, false);
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            '"' if comments == 0 => quoted = !quoted,
            '(' if !quoted => comments += 1,
            ')' if !quoted => comments = comments.saturating_sub(1),
            c if !quoted && comments == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;

    use super::{
        Authentication::{Failed, Missing, NoPolicy, Passed},
        *,
    };

    const RECEIVED: &str = "Received: from mail.example.org by mx.example\r\n";

    #[track_caller]
    fn check(check: &SenderCheck, headers: &[&str], expected: Authentication) {
        check_mail(check, &(results(headers) + RECEIVED), expected);
    }

    #[track_caller]
    fn check_mail(check: &SenderCheck, headers: &str, expected: Authentication) {
        let mail = format!("{headers}From: ana@example.org\r\n\r\nYes.\r\n");
        let mail = MessageParser::default().parse(&mail).unwrap();
        assert_eq!(read(&mail, Some("ana@example.org"), check), expected, "{headers}");
    }

    fn results(values: &[&str]) -> String {
        let header = |value: &&str| format!("Authentication-Results: {value}\r\n");
        values.iter().map(header).collect()
    }

    #[test]
    fn dmarc_results_of_various_servers_are_read() {
        let topmost = SenderCheck::ByServer(None);
        for (value, expected) in [
            ("mx.example; dmarc=pass", Passed),
            (
                "mx.google.com;\r\n dkim=pass header.i=@example.org;\r\n spf=pass (google.com: \
                 domain of ana@example.org) smtp.mailfrom=ana@example.org;\r\n dmarc=pass \
                 (p=NONE sp=NONE dis=NONE) header.from=example.org",
                Passed,
            ),
            ("mx.example 1; DMARC/1 = Pass header.from=Example.org", Passed),
            ("mx.example; dmarc=fail (p=reject) header.from=example.org", Failed),
            ("mx.example; dmarc=none", NoPolicy),
            ("mx.example; dmarc=bestguesspass action=none", NoPolicy),
            ("mx.example; dmarc=temperror", Missing),
            ("mx.example; spf=pass; dkim=pass", Missing),
            ("mx.example; none", Missing),
            ("mx.example; dmarc=pass header.from=elsewhere.example", Missing),
            ("", Missing),
        ] {
            check(&topmost, &[value], expected);
        }
        check(&topmost, &[], Missing);
        check(&topmost, &["mx.example; spf=pass", "mx.example; dmarc=pass"], Passed);
        check(&topmost, &["mx.example; spf=pass", "mx.example; dmarc=fail"], Failed);
    }

    #[test]
    fn results_written_by_the_sender_are_ignored() {
        let topmost = SenderCheck::ByServer(None);
        for value in [
            "mx.example; spf=pass smtp.mailfrom=\"x; dmarc=pass\"@evil.example",
            "mx.example; spf=pass smtp.mailfrom=\"x\\\"; dmarc=pass \"@evil.example",
            "mx.example; spf=fail (x; dmarc=pass (y) ; dmarc=pass)",
            "mx.example; dkim=pass header.d=dmarc=pass",
        ] {
            check(&topmost, &[value], Missing);
        }
        check(&topmost, &["mx.example; spf=pass", "evil.example; dmarc=pass"], Missing);
        let named = SenderCheck::ByServer(Some("MX.example".to_owned()));
        check(&named, &["evil.example; dmarc=pass"], Missing);
        check(&named, &["evil.example; dmarc=pass", "mx.example; dmarc=fail"], Failed);
        check(&named, &["evil.example; dmarc=fail", "mx.example; dmarc=pass"], Passed);
    }

    #[test]
    fn headers_below_the_topmost_received_are_the_senders() {
        let unnamed = SenderCheck::ByServer(None);
        let (pass, fail) =
            (results(&["mx.example; dmarc=pass"]), results(&["mx.example; dmarc=fail"]));
        check_mail(&unnamed, &format!("{RECEIVED}{pass}"), Missing);
        check_mail(&unnamed, &format!("{RECEIVED}{pass}{RECEIVED}"), Missing);
        check_mail(&unnamed, &pass, Missing);
        check_mail(&unnamed, &format!("{fail}{RECEIVED}{pass}"), Failed);
        check_mail(&unnamed, &format!("{pass}{RECEIVED}{fail}"), Passed);
        // Servers that relay internally add a `Received` on top, so they must be named.
        let named = SenderCheck::ByServer(Some("mx.example".to_owned()));
        check_mail(&named, &format!("{RECEIVED}{pass}{RECEIVED}"), Passed);
    }

    #[test]
    fn unchecked_senders_have_no_result() {
        for value in ["mx.example; dmarc=pass", "mx.example; dmarc=fail", "mx.example; dmarc=none"]
        {
            check(&SenderCheck::Unchecked, &[value], Missing);
        }
    }
}
