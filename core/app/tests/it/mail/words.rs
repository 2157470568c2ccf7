//! Every mail is written, whole and with all it leaves out, and both of its parts are read.

use std::{fs, path::Path};

use serde_json::Value;
use sparkyard_host::mail::Templates;
use sparkyard_kernel::{
    ports::{MailMessage, Mails, RenderedMail},
    site::SiteConfig,
};

const URL: &str = "http://127.0.0.1:8080";
const SITE: &str = "Hebden & Mytholm Swap";
/// What a mail may do without.
const OPTIONAL: [&str; 5] = ["name", "refund", "earned", "amount", "more"];

/// What each mail is filled with.
const SAMPLES: [(&str, &[(&str, &str)]); 34] = [
    ("auth/approved", &[]),
    ("auth/awaiting", &[]),
    ("auth/claimed", &[("provider", "Google")]),
    ("auth/code", &[("code", "0427"), ("token", "gbppda"), ("address", "gbheadgc")]),
    ("auth/declined", &[]),
    ("auth/email_changed", &[]),
    ("auth/known", &[]),
    ("auth/linked", &[("provider", "Google")]),
    ("auth/new_email", &[("code", "0427")]),
    ("auth/password_changed", &[]),
    ("auth/recovery_renewed", &[]),
    ("auth/recovery_used", &[("left", "7")]),
    ("auth/reset", &[("token", "s3cret-Token_")]),
    ("auth/second_factor_off", &[]),
    ("auth/second_factor_on", &[]),
    ("bookings/abandoned", BOOKING),
    ("bookings/accepted", BOOKING),
    ("bookings/called_off", BOOKING),
    ("bookings/completed", BOOKING),
    ("bookings/confirmed", BOOKING),
    ("bookings/decided", BOOKING),
    ("bookings/dispute_received", BOOKING),
    ("bookings/dispute_staff", BOOKING),
    ("bookings/disputed", BOOKING),
    ("bookings/expired", BOOKING),
    ("bookings/referred", BOOKING),
    ("bookings/refunded", BOOKING),
    ("bookings/rejected", BOOKING),
    ("bookings/released", BOOKING),
    ("bookings/requested", BOOKING),
    ("bookings/review_removed", BOOKING),
    ("kyc/approved", PAPER),
    ("kyc/rejected", PAPER),
    ("wallet/ledger_differs", LEDGER),
];

/// All that the mail about the community's money says.
const LEDGER: &[(&str, &str)] = &[
    ("when", "2 March 2026 at 10:30"),
    ("difference", "account user:<b>ana</b>:gbp has no entry at place 4"),
    ("more", "7"),
];

/// All that mails about identity papers say.
const PAPER: &[(&str, &str)] = &[
    ("document", "utility bill"),
    ("reason", "The date is <b>cut off</b> & {{ url }} is blurred."),
];

/// All that mails about bookings say, some of it hostile.
const BOOKING: &[(&str, &str)] = &[
    ("client", "Ana <b>Bold</b>"),
    ("provider", "Bo O'Neil"),
    ("by", "{{ url }}"),
    ("title", "Mending \"taps\" <script>alert(1)</script>"),
    ("when", "Tuesday 3 March 2026 at 10:30"),
    ("until", "Monday 2 March 2026 at 10:30"),
    ("release", "Friday 6 March 2026 at 10:30"),
    ("path", "/inward-details/7"),
    ("reason", "It is <b>about</b> {{ url }} & not about the visit."),
    ("refund", "\u{a3}20.00"),
    ("earned", "10.00 sparks"),
    ("amount", "\u{a3}20.00"),
];

fn templates() -> Templates {
    let site = SiteConfig { name: SITE.into(), public_url: URL.into(), ..SiteConfig::default() };
    Templates::new(&site).unwrap()
}

/// The mail as full or as short as it can be.
fn written(templates: &Templates, name: &str, values: &[(&str, &str)], full: bool) -> RenderedMail {
    let named = [("name", "Ana & Co")];
    let said = values.iter().chain(&named).filter(|(key, _)| full || !OPTIONAL.contains(key));
    let mail = MailMessage::new("ana@example.org", name);
    templates.render(&said.fold(mail, |mail, (key, value)| mail.with(key, *value))).unwrap()
}

#[test]
fn there_is_a_sample_of_every_mail() {
    assert_eq!(templates().names(), SAMPLES.map(|(name, _)| name));
}

#[test]
fn every_mail_says_the_same_in_both_parts() {
    let templates = templates();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mails");
    fs::create_dir_all(&folder).unwrap();
    for (name, values) in SAMPLES {
        for full in [true, false] {
            let mail = written(&templates, name, values, full);
            let preview = format!("{}{}", name.replace('/', "-"), if full { "" } else { "-short" });
            fs::write(folder.join(format!("{preview}.html")), &mail.html).unwrap();
            let text = format!("Subject: {}\n\n{}", mail.subject, mail.text);
            fs::write(folder.join(format!("{preview}.txt")), text).unwrap();
            check(name, &mail);
        }
    }
}

fn check(name: &str, mail: &RenderedMail) {
    let RenderedMail { subject, text, html } = mail;
    assert!(!subject.is_empty() && subject.len() < 80 && !subject.contains('\n'), "{subject}");
    for part in ["{%", "%}", "{#", "#}", "undefined"] {
        assert!(!text.contains(part) && !html.contains(part), "{name} has {part}");
    }
    for part in ["<table", "<style", "<script", "<img", "<link", "class=", "<b>"] {
        assert!(!html.contains(part), "{name} has {part}");
    }
    let body = text.trim_end().strip_suffix(SITE).expect("the site signs");
    assert_eq!(words(&shown(html)), words(&format!("{SITE} {body}")), "{name}");
    for link in text.split_whitespace().filter(|word| word.starts_with("http")) {
        assert!(is_a_page(link), "{name} leads to {link}");
        assert!(html.contains(&format!("href=\"{}\"", link.replace('/', "&#x2f;"))), "{name}");
    }
}

/// Every link starts at the site and leads to a page of the client.
fn is_a_page(link: &str) -> bool {
    let Some(path) = link.strip_prefix(URL) else { return link == "{{" };
    let path = path.split('#').next().unwrap_or_default();
    let routes: Vec<String> =
        serde_json::from_str(include_str!("../../../../../web/routes.json")).unwrap();
    let known = |route: &String| match route.strip_suffix(":id") {
        Some(start) => path.strip_prefix(start).is_some_and(|id| !id.is_empty()),
        None => route == path,
    };
    routes.iter().any(known)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// What a reader sees of a document: its text, and where its links lead.
fn shown(html: &str) -> String {
    let (_, body) = html.split_once("</head>").expect("a head");
    let (mut shown, mut link) = (String::new(), String::new());
    for piece in body.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a whole tag");
        if let Some(rest) = tag.strip_prefix("a href=\"") {
            rest.split('"').next().unwrap_or_default().clone_into(&mut link);
        }
        if tag == "/a" {
            shown.push_str(": ");
            shown.push_str(&std::mem::take(&mut link));
        }
        if tag.starts_with('p') || tag.starts_with("/p") || tag == "/a" {
            shown.push(' ');
        }
        shown.push_str(text);
    }
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#x2f;", "/")];
    let plain = entities.iter().fold(shown, |text, (entity, sign)| text.replace(entity, sign));
    plain.replace("&amp;", "&")
}

#[test]
fn a_code_stands_alone() {
    for name in ["auth/code", "auth/new_email"] {
        let (_, values) = SAMPLES.iter().find(|(sample, _)| *sample == name).unwrap();
        let mail = written(&templates(), name, values, true);
        for part in [&mail.text, &shown(&mail.html)] {
            // Nobody types what is in a link.
            let words: Vec<_> =
                part.split_whitespace().filter(|word| !word.contains(URL)).collect();
            let words = words.join(" ");
            let numbers = words.split(|c: char| !c.is_ascii_digit());
            let of_four: Vec<_> = numbers.filter(|number| number.len() == 4).collect();
            assert_eq!(of_four, ["0427"], "{part}");
        }
    }
}

#[test]
fn subjects_are_one_line() {
    let values = [("provider", "Google\r\nBcc: everyone@example.org")];
    let mail = written(&templates(), "auth/linked", &values, true);
    assert_eq!(mail.subject, "You can now sign in with Google Bcc: everyone@example.org");
}

#[test]
fn what_is_missing_is_named() {
    let templates = templates();
    let check = |mail: MailMessage, cause: &str| {
        let error = format!("{:?}", templates.render(&mail).unwrap_err());
        assert!(error.contains(cause), "{error}");
    };
    check(MailMessage::new("ana@example.org", "auth/code"), "auth/code");
    check(MailMessage::new("ana@example.org", "auth/hello"), "auth/hello");
    check(MailMessage::new("ana@example.org", "_layout"), "subject");
}

#[test]
fn an_unused_fact_is_no_error() {
    let fact = Value::from(7).to_string();
    let mail = MailMessage::new("ana@example.org", "auth/known").with("unused", fact);
    templates().render(&mail).unwrap();
}
