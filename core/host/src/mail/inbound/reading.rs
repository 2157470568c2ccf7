//! What a mail says that came in.

use mail_parser::{Address, Message, MessageParser, MimeHeaders, PartType};
use sparkyard_kernel::idempotency::digest;

use super::{
    html::text_before_quotation,
    quotes::own_words,
    reports::{self, Report, header},
};

/// Pictures smaller than this are mostly of signatures.
const SMALL_PICTURE: usize = 20 * 1024;
/// Headers by which servers say to whom a mail was sent, whatever is written in its own.
const ENVELOPE: &[&str] = &["Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To"];
/// Most addresses that are looked at.
const MOST_ADDRESSES: usize = 32;
/// Who writes by themselves.
const MACHINES: &[&str] =
    &["mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "donotreply"];

/// A mail that came in.
#[derive(Clone, Debug)]
pub(super) struct Received {
    /// The same whenever the same mail comes, also when it comes once for each of its receivers.
    pub(super) id: String,
    /// Who says to have written it, in lower case; nobody when that is not one address.
    pub(super) from: Option<String>,
    /// To whom it may have been sent.
    pub(super) to: Vec<String>,
    /// What it reports, if it is a report.
    pub(super) report: Option<Report>,
    /// Whether a program has written it; nobody may answer it.
    pub(super) automatic: bool,
    /// Whether the server that took it says that it does not come from where it says.
    pub(super) forged: bool,
    /// What its writer has written themselves.
    pub(super) text: String,
    /// How many files came with it.
    pub(super) files: u64,
}

/// Reads `raw`; `None` when it is no mail.
pub(super) fn read(raw: &[u8]) -> Option<Received> {
    let mail = MessageParser::default().parse(raw)?;
    let from = one_address(mail.from());
    if mail.headers().is_empty() {
        return None;
    }
    Some(Received {
        id: id(&mail, from.as_deref(), raw),
        to: addresses(&mail),
        report: reports::read(&mail),
        automatic: is_automatic(&mail, from.as_deref()),
        forged: is_forged(&mail),
        text: own_words(&text(&mail)),
        files: files(&mail),
        from,
    })
}

fn id(mail: &Message<'_>, from: Option<&str>, raw: &[u8]) -> String {
    match mail.message_id() {
        Some(id) => digest(&[b"id", id.as_bytes(), from.unwrap_or("").as_bytes()]),
        None => digest(&[b"mail", raw]),
    }
}

fn one_address(address: Option<&Address<'_>>) -> Option<String> {
    let mut all = address?.iter().filter_map(|address| address.address());
    let first = all.next()?.trim().to_lowercase();
    all.next().is_none().then_some(first)
}

fn addresses(mail: &Message<'_>) -> Vec<String> {
    let lines = ENVELOPE.iter().filter_map(|name| header(mail, name));
    let lines = lines.map(|line| line.trim_matches(['<', '>']).to_lowercase());
    let listed = [mail.to(), mail.cc()].into_iter().flatten().flat_map(|list| list.iter());
    let listed = listed.filter_map(|one| one.address()).map(|one| one.trim().to_lowercase());
    let mut all: Vec<String> = lines.chain(listed).take(MOST_ADDRESSES).collect();
    all.sort();
    all.dedup();
    all
}

fn is_automatic(mail: &Message<'_>, from: Option<&str>) -> bool {
    let said = |name: &str| header(mail, name).map(|value| value.to_ascii_lowercase());
    let submitted = said("Auto-Submitted").is_some_and(|value| !value.starts_with("no"));
    let bulk = said("Precedence").is_some_and(|value| {
        ["bulk", "junk", "list", "auto_reply"].iter().any(|word| value.contains(word))
    });
    let marked = ["X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress", "List-Id"];
    let suppressed = |name: &&str| {
        // Outlook marks what people write too, as what need not be receipted.
        said(name).is_some_and(|value| *name != "X-Auto-Response-Suppress" || value.contains("all"))
    };
    let nobody = said("Return-Path").is_some_and(|path| path == "<>");
    let machine = from.and_then(|from| from.split('@').next());
    submitted
        || bulk
        || marked.iter().any(suppressed)
        || nobody
        || machine.is_some_and(|name| MACHINES.contains(&name))
}

/// Only the topmost of these headers is the server's own; others may be the sender's.
fn is_forged(mail: &Message<'_>) -> bool {
    let first =
        mail.headers_raw().find(|(name, _)| name.eq_ignore_ascii_case("Authentication-Results"));
    first.is_some_and(|(_, said)| said.to_ascii_lowercase().contains("dmarc=fail"))
}

fn text(mail: &Message<'_>) -> String {
    let Some(part) = mail.text_part(0) else { return String::new() };
    match &part.body {
        PartType::Html(html) => text_before_quotation(html),
        PartType::Text(text) => {
            let format = part.content_type().and_then(|kind| kind.attribute("format"));
            match format.is_some_and(|format| format.eq_ignore_ascii_case("flowed")) {
                true => unfolded(text),
                false => text.to_string(),
            }
        }
        _ => String::new(),
    }
}

/// Text whose lines go on in the next where they end with a blank (RFC 3676).
fn unfolded(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    for line in text.lines() {
        // One blank is put in front of what would else be taken for something else.
        let line = line.strip_prefix(' ').unwrap_or(line);
        whole.push_str(line);
        if !line.ends_with(' ') || line == "-- " || line.starts_with('>') {
            whole.push('\n');
        }
    }
    whole
}

fn files(mail: &Message<'_>) -> u64 {
    let is_file = |part: &&mail_parser::MessagePart<'_>| {
        let attached =
            part.content_disposition().is_some_and(mail_parser::ContentType::is_attachment);
        let signature = part.content_type().is_some_and(|kind| {
            kind.subtype().is_some_and(|kind| kind.contains("pgp") || kind.contains("pkcs7"))
        });
        !signature && (attached || part.contents().len() > SMALL_PICTURE)
    };
    mail.attachments().filter(is_file).count() as u64
}

#[cfg(test)]
mod tests;
