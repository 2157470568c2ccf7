//! Parses an inbound mail.

use std::{io, thread};

use mail_parser::{HeaderName, Message, MessageParser, MimeHeaders, PartType};
use sparkyard_kernel::idempotency::digest;
use tokio::sync::oneshot;

use super::{
    authentication::{self, Authentication, SenderCheck},
    html::text_before_quotation,
    quotes::own_words,
    reports::{self, Report, header},
};

/// Number of bytes of a mail that are parsed; its own text stands at the beginning, before
/// quotations and files. The parser keeps a copy of an encoded nested mail for each mail nested in
/// it: up to 150 MB for this size, 2.4 GB for four times as much.
const MAX_READ: usize = 64 * 1024;
/// Number of bytes of text that are searched for the sender's own.
const MAX_TEXT: usize = 64 * 1024;
/// Stack of the parsing thread. The parser recurses into nested mails, of which [`MAX_READ`] bytes
/// hold up to 2,800, at 4 kB of stack each in a test build.
const STACK: usize = 16 * 1024 * 1024;
/// Size below which an attached image is taken for a part of the signature, in bytes.
const SMALL_PICTURE: usize = 20 * 1024;
/// Headers in which servers record the envelope receiver.
const ENVELOPE: &[&str] = &["Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To"];
/// Maximum number of addresses considered.
pub(super) const MAX_ADDRESSES: usize = 32;
/// Local parts of automatic senders.
const MACHINES: &[&str] =
    &["mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "donotreply"];

/// A parsed inbound mail.
#[derive(Clone, Debug)]
pub(super) struct Received {
    /// Identifier that is stable across copies of one mail, such as one per receiver.
    pub(super) id: String,
    /// Sender's address in lower case; `None` unless there is exactly one.
    pub(super) from: Option<String>,
    /// Possible receivers.
    pub(super) to: Vec<String>,
    /// The delivery report or complaint, if the mail is one.
    pub(super) report: Option<Report>,
    /// Whether the mail is an automatic reply or bulk mail, which must get no reply.
    pub(super) automatic: bool,
    /// The receiving server's check of the sender.
    pub(super) authentication: Authentication,
    /// Text that the sender wrote; empty unless a receiver is a reply address of ours.
    pub(super) text: String,
    /// Number of attached files.
    pub(super) files: u64,
}

/// Parses the beginning of `raw` on its own thread; returns `None` if it is not a mail. Text is
/// extracted only if a receiver is a reply address of ours.
pub(super) async fn read(
    raw: &[u8],
    check: &SenderCheck,
    is_reply_address: impl Fn(&str) -> bool + Send + 'static,
) -> io::Result<Option<Received>> {
    let (beginning, check) = (raw[..raw.len().min(MAX_READ)].to_vec(), check.clone());
    let (sender, parsed) = oneshot::channel();
    let work = move || drop(sender.send(parse(&beginning, &check, is_reply_address)));
    thread::Builder::new().name("mail".to_owned()).stack_size(STACK).spawn(work)?;
    // A panic of the parser counts as an unreadable mail.
    Ok(parsed.await.ok().flatten())
}

fn parse(
    raw: &[u8],
    check: &SenderCheck,
    is_reply_address: impl Fn(&str) -> bool,
) -> Option<Received> {
    let mail = MessageParser::default().parse(raw)?;
    if mail.headers().is_empty() {
        return None;
    }
    let (from, to) = (sender(&mail), addresses(&mail));
    let wanted = to.iter().any(|to| is_reply_address(to));
    Some(Received {
        id: id(&mail, from.as_deref(), raw),
        report: reports::read(&mail),
        automatic: is_automatic(&mail, from.as_deref()),
        authentication: authentication::read(&mail, from.as_deref(), check),
        text: if wanted { own_words(&text(&mail)) } else { String::new() },
        files: files(&mail),
        from,
        to,
    })
}

fn id(mail: &Message<'_>, from: Option<&str>, raw: &[u8]) -> String {
    match mail.message_id() {
        Some(id) => digest(&[b"id", id.as_bytes(), from.unwrap_or("").as_bytes()]),
        None => digest(&[b"mail", raw]),
    }
}

/// Returns the sender if there is one `From` header with one address, as servers check only one.
fn sender(mail: &Message<'_>) -> Option<String> {
    let mut all = mail.from()?.iter().filter_map(|address| address.address());
    let first = all.next()?.trim().to_lowercase();
    let headers = mail.headers().iter().filter(|header| header.name == HeaderName::From).count();
    (all.next().is_none() && headers == 1).then_some(first)
}

fn addresses(mail: &Message<'_>) -> Vec<String> {
    let lines = ENVELOPE.iter().filter_map(|name| header(mail, name));
    let lines = lines.map(|line| line.trim_matches(['<', '>']).to_lowercase());
    let listed = [mail.to(), mail.cc()].into_iter().flatten().flat_map(|list| list.iter());
    let listed = listed.filter_map(|one| one.address()).map(|one| one.trim().to_lowercase());
    let mut all: Vec<String> = lines.chain(listed).take(MAX_ADDRESSES).collect();
    all.sort();
    all.dedup();
    all
}

fn is_automatic(mail: &Message<'_>, from: Option<&str>) -> bool {
    let value_of = |name: &str| header(mail, name).map(|value| value.to_ascii_lowercase());
    let submitted = value_of("Auto-Submitted").is_some_and(|value| !value.starts_with("no"));
    let bulk = value_of("Precedence").is_some_and(|value| {
        ["bulk", "junk", "list", "auto_reply"].iter().any(|word| value.contains(word))
    });
    let marked = ["X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress", "List-Id"];
    let suppressed = |name: &&str| {
        // Outlook adds this header to mails by people, too, but not with `All`.
        value_of(name)
            .is_some_and(|value| *name != "X-Auto-Response-Suppress" || value.contains("all"))
    };
    let nobody = value_of("Return-Path").is_some_and(|path| path == "<>");
    let machine = from.and_then(|from| from.split('@').next());
    submitted
        || bulk
        || marked.iter().any(suppressed)
        || nobody
        || machine.is_some_and(|name| MACHINES.contains(&name))
}

/// Returns the text part as displayed, up to [`MAX_TEXT`] bytes.
fn text(mail: &Message<'_>) -> String {
    let Some(part) = mail.text_part(0) else { return String::new() };
    let mut text = match &part.body {
        PartType::Html(html) => text_before_quotation(html),
        PartType::Text(text) => {
            let format = part.content_type().and_then(|kind| kind.attribute("format"));
            match format.is_some_and(|format| format.eq_ignore_ascii_case("flowed")) {
                true => unfolded(text),
                false => text.to_string(),
            }
        }
        _ => String::new(),
    };
    text.truncate(text.floor_char_boundary(MAX_TEXT));
    text
}

/// Joins the lines of `format=flowed` text, which continue after a trailing space (RFC 3676).
fn unfolded(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    for line in text.lines() {
        // Space stuffing adds one space to lines that would be misread.
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
