//! Reads reports about mails that we sent: delivery failures (RFC 3464) and complaints (RFC 5965).

use mail_parser::{Message, MessageParser, MimeHeaders, PartType};
use sparkyard_kernel::{ports::TroubleKind, text};

use super::{addresses::BounceToken, reading::MAX_ADDRESSES};
use crate::mail::BOUNCE_HEADER;

/// Maximum length of a reason, in characters.
const REASON: usize = 200;

/// A report about one mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Report {
    /// Kind of failure; `None` if the mail was only delayed, or delivered.
    pub(super) kind: Option<TroubleKind>,
    /// Reason, in one line.
    pub(super) reason: String,
    /// Possible receivers of the mail.
    pub(super) addresses: Vec<String>,
    /// Token of the mail, if its headers were returned.
    pub(super) token: Option<BounceToken>,
}

/// Returns the report in `mail`, if there is one.
pub(super) fn read(mail: &Message<'_>) -> Option<Report> {
    let status = part(mail, "message", "delivery-status");
    let feedback = part(mail, "message", "feedback-report");
    let failed = header(mail, "X-Failed-Recipients");
    let (kind, reason, mut addresses) = match (status, feedback, failed) {
        (Some(status), _, _) => delivery(&status),
        (_, Some(feedback), _) => complaint(&feedback),
        (_, _, Some(failed)) => {
            let addresses = failed.split(',').map(address).collect();
            let subject = mail.subject().unwrap_or_default();
            (Some(TroubleKind::Refused), subject.to_owned(), addresses)
        }
        _ => return None,
    };
    let (to, token) = original_of(mail);
    addresses.extend(to);
    addresses.retain(|address| address.contains('@'));
    addresses.dedup();
    // Verifying the token of each address has a cost.
    addresses.truncate(MAX_ADDRESSES);
    Some(Report { kind, reason: one_line(&reason), addresses, token })
}

/// Reads a delivery status. Only the first receiver counts, since each mail has one.
fn delivery(status: &str) -> (Option<TroubleKind>, String, Vec<String>) {
    let fields = fields(status);
    let get = |name: &str| fields.iter().find(|(key, _)| key == name).map(|(_, value)| &**value);
    let code = get("status").unwrap_or_default();
    let full = code.starts_with("5.2.2") || code.starts_with("5.3.4");
    let kind = match get("action").map(str::to_lowercase).as_deref() {
        Some("failed") if code.starts_with('5') && !full => Some(TroubleKind::Refused),
        Some("failed") => Some(TroubleKind::Late),
        _ => None,
    };
    let diagnostic =
        get("diagnostic-code").map(|text| text.split_once(';').map_or(text, |it| it.1));
    let reason = diagnostic.map_or_else(|| code.to_owned(), |text| text.trim().to_owned());
    let named = [get("original-recipient"), get("final-recipient")].into_iter().flatten();
    (kind, reason, named.map(address).collect())
}

/// Reads a complaint.
fn complaint(feedback: &str) -> (Option<TroubleKind>, String, Vec<String>) {
    let fields = fields(feedback);
    let get = |name: &str| fields.iter().find(|(key, _)| key == name).map(|(_, value)| &**value);
    let kind = match get("feedback-type").map(str::to_lowercase).as_deref() {
        // The complaint was withdrawn.
        Some("not-spam") => None,
        _ => Some(TroubleKind::Complaint),
    };
    let named = ["original-rcpt-to", "removal-recipient"].into_iter().filter_map(get);
    let addresses = named.map(address).collect();
    (kind, "it was marked as unwanted".to_owned(), addresses)
}

/// Returns the receivers and the token of the mail attached to the report.
fn original_of(mail: &Message<'_>) -> (Vec<String>, Option<BounceToken>) {
    let nested = mail.parts.iter().find_map(|part| match &part.body {
        PartType::Message(message) => Some(original(message)),
        _ => None,
    });
    let headers = || {
        let text = part(mail, "text", "rfc822-headers")?;
        MessageParser::default().parse_headers(&text).map(|headers| original(&headers))
    };
    nested.or_else(headers).unwrap_or_default()
}

fn original(mail: &Message<'_>) -> (Vec<String>, Option<BounceToken>) {
    let to = mail.to().into_iter().flat_map(|to| to.iter());
    let to = to.filter_map(|to| to.address()).map(address).collect();
    (to, header(mail, BOUNCE_HEADER).map(|token| BounceToken::received(&token)))
}

/// Returns the first part of `mail` with a media type, as text.
fn part(mail: &Message<'_>, major: &str, minor: &str) -> Option<String> {
    let is_it = |part: &&mail_parser::MessagePart<'_>| {
        part.content_type().is_some_and(|found| {
            found.ctype().eq_ignore_ascii_case(major)
                && found.subtype().is_some_and(|found| found.eq_ignore_ascii_case(minor))
        })
    };
    let found = mail.parts.iter().find(is_it)?;
    Some(match &found.body {
        PartType::Message(message) => String::from_utf8_lossy(message.raw_message()).into_owned(),
        _ => String::from_utf8_lossy(found.contents()).into_owned(),
    })
}

/// Returns the value of a header, in one line.
pub(super) fn header(mail: &Message<'_>, name: &str) -> Option<String> {
    let raw = mail.header_raw(name.to_owned())?;
    Some(raw.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Parses lines of the form `Name: value` with continuation lines; names in lower case.
fn fields(text: &str) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = fields.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    fields
}

/// Returns `ana@example.org` for `rfc822; <Ana@example.org>`.
fn address(text: &str) -> String {
    let text = text.split_once(';').map_or(text, |(_, address)| address);
    text.trim().trim_matches(['<', '>', '"', '\'']).to_lowercase()
}

/// Shortens text to one line of [`REASON`] characters.
fn one_line(reason: &str) -> String {
    text::line(reason).chars().take(REASON).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(text: &str) -> Option<Report> {
        read(&MessageParser::default().parse(text).unwrap())
    }

    fn delivery_status(status: &str, original: &str) -> String {
        format!(
            "From: MAILER-DAEMON@mx.example.org\r\nTo: bounce+b@example.org\r\n\
             Subject: Undelivered Mail Returned to Sender\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=\"x\"\r\n\r\n\
             --x\r\nContent-Type: text/plain\r\n\r\nI'm sorry to have to inform you.\r\n\
             --x\r\nContent-Type: message/delivery-status\r\n\r\n\
             Reporting-MTA: dns; mx.example.org\r\nArrival-Date: Mon, 2 Mar 2026 10:00:00 +0000\r\n\
             \r\n{status}\r\n--x\r\n{original}\r\n--x--\r\n"
        )
    }

    const HEADERS: &str = "Content-Type: text/rfc822-headers\r\n\r\nFrom: Swap <post@example.org>\r\n\
                           To: ana@example.org\r\nX-Sparkyard-Return: babc\r\nSubject: News\r\n";
    const WHOLE: &str = "Content-Type: message/rfc822\r\n\r\nFrom: Swap <post@example.org>\r\n\
                         To: ana@example.org\r\nX-Sparkyard-Return: BABC\r\nSubject: News\r\n\r\nHello\r\n";

    #[test]
    fn delivery_failure_is_read_with_its_reason() {
        let status = "Final-Recipient: rfc822; Ana@Example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\
                      Diagnostic-Code: smtp; 550 5.1.1 <ana@example.org>: no such\r\n    person\r\n";
        for original in [HEADERS, WHOLE] {
            let report = report(&delivery_status(status, original)).unwrap();
            assert_eq!(report.kind, Some(TroubleKind::Refused));
            assert_eq!(report.reason, "550 5.1.1 <ana@example.org>: no such person");
            assert_eq!(report.addresses, ["ana@example.org"]);
            assert_eq!(report.token, Some(BounceToken::received("babc")));
        }
    }

    #[test]
    fn delays_and_failures_are_distinguished() {
        for (action, status, kind) in [
            ("delayed", "4.4.1", None),
            ("delivered", "2.0.0", None),
            ("failed", "4.4.7", Some(TroubleKind::Late)),
            ("Failed", "5.2.2 (full)", Some(TroubleKind::Late)),
            ("failed", "5.1.10", Some(TroubleKind::Refused)),
        ] {
            let fields = format!(
                "Final-Recipient: rfc822;a@b.co\r\nAction: {action}\r\nStatus: {status}\r\n"
            );
            let report = report(&delivery_status(&fields, HEADERS)).unwrap();
            assert_eq!(report.kind, kind, "{action} {status}");
        }
    }

    #[test]
    fn complaint_is_recognised() {
        let text = format!(
            "From: fbl@provider.example\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=feedback-report; boundary=\"x\"\r\n\r\n\
             --x\r\nContent-Type: text/plain\r\n\r\nAn abuse report.\r\n\
             --x\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n\
             User-Agent: Provider/1.0\r\nVersion: 1\r\nOriginal-Rcpt-To: <ana@example.org>\r\n\
             \r\n--x\r\n{WHOLE}\r\n--x--\r\n"
        );
        let report = report(&text).unwrap();
        assert_eq!(report.kind, Some(TroubleKind::Complaint));
        assert_eq!(report.addresses, ["ana@example.org"]);
        assert!(report.token.is_some());
    }

    #[test]
    fn failed_recipients_header_is_read() {
        let report = report(
            "From: Mailer-Daemon@mx.example.org\r\nX-Failed-Recipients: ana@example.org\r\n\
             Subject: Mail delivery failed\r\n\r\nA message that you sent could not be delivered.\r\n",
        )
        .unwrap();
        assert_eq!(report.kind, Some(TroubleKind::Refused));
        assert_eq!(report.addresses, ["ana@example.org"]);
    }

    #[test]
    fn reply_is_not_a_report() {
        assert_eq!(report("From: ana@example.org\r\nSubject: Re: Taps\r\n\r\nYes.\r\n"), None);
    }
}
