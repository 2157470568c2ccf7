//! Mails of common programs, and malformed ones.

use super::{Authentication, MAX_READ, Received, SenderCheck, parse, read as read_beginning};
use data_encoding::BASE64_MIME;

const TO: &str = "reply+rabc@example.org";

fn read(raw: &[u8]) -> Option<Received> {
    parse(raw, &SenderCheck::ByServer(None), |_| true)
}

/// Parses a mail from Ana in reply to one of ours, with further headers and a body.
fn answer(headers: &str, body: &str) -> Received {
    checked_answer("", headers, body)
}

/// Parses such a mail with the server's check of its sender.
fn checked_answer(results: &str, headers: &str, body: &str) -> Received {
    let mail = format!(
        "Return-Path: <ana@example.org>\nDelivered-To: {TO}\n{results}\
         Received: from mail.example.org by mx.example.org\nFrom: Ana Bold <Ana@Example.org>\n\
         To: Hebden Swap <{TO}>\nSubject: Re: Taps\nMessage-ID: <1@mail.example.org>\n\
         Date: Mon, 2 Mar 2026 10:00:00 +0000\nMIME-Version: 1.0\n{headers}\n\n{body}"
    );
    read(mail.replace('\n', "\r\n").as_bytes()).unwrap()
}

#[track_caller]
fn says(headers: &str, body: &str, text: &str) {
    let mail = answer(headers, body);
    assert_eq!(mail.text, text, "{body}");
    assert_eq!(mail.from.as_deref(), Some("ana@example.org"));
    assert_eq!(mail.to, [TO]);
    assert!(!mail.automatic && mail.report.is_none(), "{headers}");
}

#[test]
fn gmail() {
    says(
        "Content-Type: multipart/alternative; boundary=\"0000\"",
        "--0000\nContent-Type: text/plain; charset=\"UTF-8\"\n\
         Content-Transfer-Encoding: quoted-printable\n\n\
         Yes, ten o=E2=80=99clock =E2=80=93 see you.\n\n\
         On Mon, 2 Mar 2026 at 09:00, Hebden Swap <\nreply+rabc@example.org> wrote:\n\n\
         > Bo wrote:\n> Can you come?\n>\n\n\
         --0000\nContent-Type: text/html; charset=\"UTF-8\"\n\n\
         <div dir=\"ltr\">Yes</div><div class=\"gmail_quote\">old</div>\n--0000--\n",
        "Yes, ten o\u{2019}clock \u{2013} see you.",
    );
}

#[test]
fn outlook_sends_html_alone() {
    says(
        "Content-Type: text/html; charset=\"iso-8859-1\"\nContent-Transfer-Encoding: quoted-printable\n\
         X-Auto-Response-Suppress: DR, OOF, AutoReply",
        "<html><head><style>p.MsoNormal{margin:0}</style></head><body lang=3DEN-GB>\n\
         <div class=3DWordSection1><p class=3DMsoNormal>Caf=E9 at ten?<o:p></o:p></p>\n\
         <p class=3DMsoNormal>Ana<o:p></o:p></p>\n\
         <div><div style=3D'border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm'>\n\
         <p class=3DMsoNormal><b>From:</b> Hebden Swap<br><b>Sent:</b> 02 March 2026</p></div></div>\n\
         <p>Can you come?</p></div></body></html>\n",
        "Caf\u{e9} at ten?\nAna",
    );
}

#[test]
fn outlook_for_the_web() {
    says(
        "Content-Type: text/plain; charset=\"us-ascii\"",
        "Yes.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n\
         From: Hebden Swap <post@example.org>\nSent: Monday, March 2, 2026 9:00:00 AM\n\
         To: Ana <ana@example.org>\nSubject: Taps\n\nCan you come?\n",
        "Yes.",
    );
}

#[test]
fn apple_mail_with_a_picture() {
    let picture = "AAAA".repeat(8_000);
    let mail = answer(
        "Content-Type: multipart/mixed; boundary=\"Apple-Mail-1\"",
        &format!(
            "--Apple-Mail-1\nContent-Type: text/plain; charset=utf-8\n\
             Content-Transfer-Encoding: base64\n\nWWVzLCB0aGlzIG9uZS4KClNlbnQgZnJvbSBteSBpUGhvbmUK\n\
             --Apple-Mail-1\nContent-Type: image/jpeg; name=tap.jpeg\n\
             Content-Disposition: inline; filename=tap.jpeg\nContent-Transfer-Encoding: base64\n\n\
             {picture}\n--Apple-Mail-1\nContent-Type: text/plain; charset=utf-8\n\n\n\
             > On 2 Mar 2026, at 09:00, Hebden Swap <reply+rabc@example.org> wrote:\n> \n\
             > Which tap?\n--Apple-Mail-1--\n"
        ),
    );
    assert_eq!((mail.text.as_str(), mail.files), ("Yes, this one.", 1));
}

#[test]
fn thunderbird_flows() {
    says(
        "Content-Type: text/plain; charset=UTF-8; format=flowed\nContent-Transfer-Encoding: 8bit",
        "Yes, I can come at ten and will bring the long \nspanner.\n\nAm 02.03.26 um 09:00 schrieb \
         Hebden Swap:\n> Kannst du kommen?\n\n-- \nAna\n",
        "Yes, I can come at ten and will bring the long spanner.",
    );
}

#[test]
fn other_alphabets() {
    says(
        "Content-Type: text/plain; charset=\"koi8-r\"\nContent-Transfer-Encoding: base64",
        "5MEsINcgxMXT0dTYLgo=\n",
        "\u{414}\u{430}, \u{432} \u{434}\u{435}\u{441}\u{44f}\u{442}\u{44c}.",
    );
    says(
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit",
        "Так, о десятій.\n\nпн, 2 бер. 2026 р. о 09:00 Hebden Swap <reply+rabc@example.org> пише:\n\n> Коли?\n",
        "Так, о десятій.",
    );
}

#[test]
fn automatic_mails_are_recognised() {
    for header in [
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "Precedence: auto_reply",
        "List-Id: <swap.example.org>",
        "X-Autoreply: yes",
        "X-Auto-Response-Suppress: All",
    ] {
        assert!(answer(header, "I am away.").automatic, "{header}");
    }
    for header in ["Auto-Submitted: no", "X-Auto-Response-Suppress: DR, OOF", "Precedence: normal"]
    {
        assert!(!answer(header, "I am here.").automatic, "{header}");
    }
    let away =
        b"Return-Path: <>\r\nFrom: ana@example.org\r\nTo: reply+rabc@example.org\r\n\r\nAway.\r\n";
    assert!(read(away).unwrap().automatic);
    let machine =
        b"From: MAILER-DAEMON@example.org\r\nTo: reply+rabc@example.org\r\n\r\nHello.\r\n";
    assert!(read(machine).unwrap().automatic);
}

#[test]
fn only_the_servers_own_check_counts() {
    let failed =
        "Authentication-Results: mx.example.org; spf=pass; dmarc=fail header.from=example.org";
    let checked = checked_answer(&format!("{failed}\n"), "X-Spam: no", "Yes.");
    assert_eq!(checked.authentication, Authentication::Failed);
    assert_eq!(answer(failed, "Yes.").authentication, Authentication::Missing);
    assert_eq!(answer("X-Spam: no", "Yes.").authentication, Authentication::Missing);
}

#[test]
fn text_is_read_for_reply_addresses_only() {
    let mail = b"From: ana@example.org\r\nTo: bo@example.org\r\n\r\nYes.\r\n";
    let check = SenderCheck::Unchecked;
    assert_eq!(parse(mail, &check, |to| to == "bo@example.org").unwrap().text, "Yes.");
    assert_eq!(parse(mail, &check, |_| false).unwrap().text, "");
}

#[tokio::test]
async fn deeply_nested_mails_are_parsed_in_bounded_memory() {
    const LEVEL: &str = "Content-Type:message/rfc822\n\n";
    let inner = LEVEL.repeat(10 * MAX_READ / LEVEL.len());
    let encoded = BASE64_MIME.encode(inner.as_bytes());
    let encoding = "Content-Type:message/rfc822\nContent-Transfer-Encoding:";
    let headers = "X-Failed-Recipients: bo@example.org\nContent-Type: text/rfc822-headers";
    let before = peak_memory();
    for body in [
        inner.clone(),
        format!("X-Failed-Recipients: bo@example.org\n{inner}"),
        format!("{encoding} base64\n\n{encoded}"),
        format!("{encoding} quoted-printable\n\n{inner}"),
        format!("{headers}\nContent-Transfer-Encoding: base64\n\n{encoded}"),
    ] {
        let mail = format!("From: ana@example.org\n{body}");
        let read = read_beginning(mail.as_bytes(), &SenderCheck::Unchecked, |_| true).await;
        assert_eq!(read.unwrap().unwrap().from.as_deref(), Some("ana@example.org"));
    }
    let taken = peak_memory() - before;
    assert!(taken < 256, "{taken} MiB");
}

/// Returns the peak memory of this process in MiB; 0 if unknown.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|peak| peak.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or_default() / 1024
}

#[tokio::test]
async fn only_the_beginning_of_a_long_mail_is_read() {
    let mail = format!(
        "From: ana@example.org\r\nTo: {TO}\r\n\r\nYes.\r\n{}\r\nNo.\r\n",
        "> quoted\r\n".repeat(1024 * 1024)
    );
    let read = read_beginning(mail.as_bytes(), &SenderCheck::Unchecked, |_| true).await;
    assert_eq!(read.unwrap().unwrap().text, "Yes.");
}

#[test]
fn id_depends_on_message_id_and_sender() {
    let one = answer("X-Spam: no", "Yes.");
    assert_eq!(one.id, answer("X-Spam: yes", "Yes.").id);
    let other = b"From: bo@example.org\r\nMessage-ID: <1@mail.example.org>\r\n\r\nYes.\r\n";
    assert_ne!(one.id, read(other).unwrap().id, "nobody takes another's mail away");
}

#[test]
fn invalid_mails_are_rejected() {
    assert!(read(b"").is_none());
    let garbage: Vec<u8> = (0..=255).cycle().take(4096).collect();
    assert!(read(&garbage).is_none_or(|mail| mail.from.is_none()));
    let two = b"From: a@example.org, b@example.org\r\nTo: c@example.org\r\n\r\nYes.\r\n";
    assert_eq!(read(two).unwrap().from, None, "nobody writes as two");
}
