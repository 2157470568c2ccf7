//! Renders every mail with and without its optional values, and checks both parts.

use std::{fs, path::Path, sync::Arc};

use serde_json::Value;
use sparkyard_host::mail::Templates;
use sparkyard_kernel::{
    keys::MasterKey,
    ports::{MailMessage, MailTopic, Mails, RenderedMail},
    site::{Site, SiteConfig},
};

const URL: &str = "http://127.0.0.1:8080";
const SITE: &str = "Hebden & Mytholm Swap";
/// Optional values.
const OPTIONAL: [&str; 12] = [
    "on_behalf_of",
    "name",
    "refund",
    "earned",
    "amount",
    "more",
    "words",
    "replies",
    "appeal",
    "appeal_until",
    "overturned",
    "same_person",
];

/// Values of each mail.
const SAMPLES: [(&str, &[(&str, &str)]); 68] = [
    ("auth/approved", &[]),
    ("auth/awaiting", &[]),
    ("auth/claimed", &[("provider", "Google")]),
    ("auth/code", &[("code", "0427"), ("token", "gbppda"), ("address", "gbheadgc")]),
    ("auth/declined", SUSPENDED),
    ("auth/email_changed", &[]),
    ("auth/known", &[]),
    ("auth/left", &[("reason", "Moved away.")]),
    ("auth/linked", &[("provider", "Google")]),
    ("auth/new_email", &[("code", "0427")]),
    ("auth/password_changed", &[]),
    ("auth/recovery_renewed", &[]),
    ("auth/recovery_used", &[("left", "7")]),
    ("auth/reinstated", &[]),
    ("auth/reset", &[("token", "s3cret-Token_")]),
    ("auth/second_factor_off", &[]),
    ("auth/second_factor_on", &[]),
    ("auth/suspended", SUSPENDED),
    ("auth/welcome", &[("token", "s3cret-Token_")]),
    ("bookings/abandoned", BOOKING),
    ("bookings/accepted", BOOKING),
    ("bookings/called_off", BOOKING),
    ("bookings/called_off_said", BOOKING),
    ("bookings/charged_back", BOOKING),
    ("bookings/completed", BOOKING),
    ("bookings/confirmed", BOOKING),
    ("bookings/decided", BOOKING),
    ("bookings/did_it_happen", BOOKING),
    ("bookings/dispute_received", BOOKING),
    ("bookings/dispute_staff", BOOKING),
    ("bookings/disputed", BOOKING),
    ("bookings/expired", BOOKING),
    ("bookings/moved", BOOKING),
    ("bookings/proposal_declined", BOOKING),
    ("bookings/referred", BOOKING),
    ("bookings/refunded", BOOKING),
    ("bookings/rejected", BOOKING),
    ("bookings/released", BOOKING),
    ("bookings/reminder", BOOKING),
    ("bookings/requested", BOOKING),
    ("bookings/review_removed", BOOKING),
    ("bookings/time_proposed", BOOKING),
    ("core/files_left_out", &[]),
    ("core/not_sent", &[("why", "It came from <b>another</b> address.")]),
    ("kyc/approved", PAPER),
    ("kyc/rejected", PAPER),
    ("notifications/appeal_decided", APPEAL),
    ("notifications/digest", MISSED),
    ("notifications/letter", LETTER),
    ("notifications/messages", MISSED),
    ("notifications/notices", MISSED),
    ("notifications/skill_accepted", SKILL),
    ("notifications/skill_let_back", SKILL),
    ("notifications/skill_rejected", SKILL),
    ("notifications/skill_taken_down", SKILL),
    ("notifications/staff", WORK),
    ("payments/account_ready", &[]),
    ("payments/account_restricted", &[]),
    ("payouts/method_added", &[("bank", "Calder & Co"), ("account", "****5678")]),
    ("payouts/withdrawal_paid", WITHDRAWAL),
    ("payouts/withdrawal_refused", WITHDRAWAL),
    ("payouts/withdrawal_requested", WITHDRAWAL),
    ("payouts/withdrawal_reversed", WITHDRAWAL),
    ("payouts/withdrawal_sent", WITHDRAWAL),
    ("site/contact", CONTACT),
    ("site/contact_answer", CONTACT_ANSWER),
    ("site/test", &[]),
    ("wallet/ledger_differs", LEDGER),
];

/// Values of the mail about a suspension.
const SUSPENDED: &[(&str, &str)] = &[
    ("reason", "It was <b>rude</b> & {{ url }} was told twice."),
    ("appeal", "http://127.0.0.1:8080/appeal/01x.1.c2ln"),
    ("appeal_until", "1 April 2026"),
];

/// Values of the mail about the outcome of an appeal.
const APPEAL: &[(&str, &str)] = &[
    ("about", "the takedown of your skill Bee <b>whispering</b>"),
    ("reason", "It was <b>rude</b> & {{ url }} was told twice."),
    ("overturned", "yes"),
    ("same_person", "yes"),
];

/// Values of the mail to admins about a message from the contact page.
const CONTACT: &[(&str, &str)] = &[
    ("sender", "Chlo\u{e9} <script>alert(1)</script>"),
    ("address", "chloe@example.org"),
    ("message", "Is <b>this</b> & {{ url }} the place?\n\nChlo\u{e9}"),
];

/// Values of the answer to such a message.
const CONTACT_ANSWER: &[(&str, &str)] = &[
    ("answer", "It is <i>not</i> {{ url }}.\nIris"),
    ("message", "Is <b>this</b> & {{ url }} the place?"),
];

/// Values of a letter to members.
const LETTER: &[(&str, &str)] = &[
    ("title", "The <b>barn</b> opens & {{ url }}"),
    ("text", "Come on <script>alert(1)</script> Friday.\n\nBring \"cake\" & {{ url }}.\nIris"),
];

/// Values of mails about suggested skills.
const SKILL: &[(&str, &str)] =
    &[("skill", "Bee <b>whispering</b>"), ("reason", "It is <b>not</b> a skill & {{ url }} is.")];

/// Values of the mail about pending work.
const WORK: &[(&str, &str)] = &[
    ("disputes", "1 dispute"),
    ("documents", "2 identity documents"),
    ("withdrawals", "7 withdrawals to pay"),
    ("skills", "3 suggested skills"),
    ("applicants", "4 people who ask to join"),
    ("reports", "5 reports by members"),
    ("appeals", "8 appeals by members"),
    ("posts", "9 first posts to look at"),
    ("messages", "6 contact messages"),
];

/// Values of mails about withdrawals.
const WITHDRAWAL: &[(&str, &str)] =
    &[("sum", "£25.00"), ("account", "****5678"), ("note", "Sparkyard & Co 42")];

/// Values of the mail about the community's money.
const LEDGER: &[(&str, &str)] = &[
    ("when", "Mon 2 Mar 2026, 10:30"),
    ("difference", "account user:<b>ana</b>:gbp has no entry at place 4"),
    ("more", "7"),
];

/// Values of mails about unseen messages and notifications.
const MISSED: &[(&str, &str)] = &[
    ("other", "Bo <b>Bold</b>"),
    ("lines", "Is the <b>ladder</b> free?\n{{ url }} & \"so\" on"),
    ("more", "7"),
    ("span", "week"),
    ("path", "/chat/01bo"),
    ("replies", "yes"),
];

/// Values of mails about identity documents.
const PAPER: &[(&str, &str)] = &[
    ("document", "utility bill"),
    ("reason", "The date is <b>cut off</b> & {{ url }} is blurred."),
];

/// Values of mails about bookings, some of them hostile.
const BOOKING: &[(&str, &str)] = &[
    ("client", "Ana <b>Bold</b>"),
    ("provider", "Bo O'Neil"),
    ("by", "{{ url }}"),
    ("title", "Mending \"taps\" <script>alert(1)</script>"),
    ("when", "Tue 3 Mar 2026, 10:30"),
    ("day", "Tue 3 Mar, 10:30"),
    ("until", "Mon 2 Mar 2026, 10:30"),
    ("proposed", "Thu 5 Mar 2026, 14:00"),
    ("words", "I <b>could</b> come at {{ url }} & noon."),
    ("release", "Fri 6 Mar 2026, 10:30"),
    ("path", "/inward-details/7"),
    ("other", "Bo O'Neil"),
    ("answer", "/did-it-happen/7"),
    ("reason", "It is <b>about</b> {{ url }} & not about the visit."),
    ("refund", "\u{a3}20.00"),
    ("earned", "10.00 sparks"),
    ("amount", "\u{a3}20.00"),
];

fn templates() -> Templates {
    let contact = "post@swap.example.org".to_owned();
    let site =
        SiteConfig { name: SITE.into(), public_url: URL.into(), contact, ..SiteConfig::default() };
    Templates::new(Arc::new(Site::new(site)), &MasterKey::new([7; 32])).unwrap()
}

/// Renders a mail with all values or without the optional ones.
fn written(templates: &Templates, name: &str, values: &[(&str, &str)], full: bool) -> RenderedMail {
    let named = [("name", "Ana & Co")];
    let used = values.iter().chain(&named).filter(|(key, _)| full || !OPTIONAL.contains(key));
    let mut mail = MailMessage::new("ana@example.org", name);
    if full {
        mail = mail.if_wanted(&"01ana".into(), MailTopic::OrderUpdates);
    }
    templates.render(&used.fold(mail, |mail, (key, value)| mail.with(key, *value))).unwrap()
}

#[test]
fn every_template_has_a_sample() {
    assert_eq!(templates().names(), SAMPLES.map(|(name, _)| name));
}

#[test]
fn text_and_html_parts_agree() {
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
    let RenderedMail { subject, text, html, .. } = mail;
    assert!(!subject.is_empty() && subject.len() < 80 && !subject.contains('\n'), "{subject}");
    for part in ["{%", "%}", "{#", "#}", "undefined"] {
        assert!(!text.contains(part) && !html.contains(part), "{name} has {part}");
    }
    for part in ["<table", "<style", "<script", "<img", "<link", "class=", "<b>"] {
        assert!(!html.contains(part), "{name} has {part}");
    }
    let body = text.trim_end().strip_suffix(SITE).expect("the site signs");
    assert_eq!(words(&visible_text(html)), words(&format!("{SITE} {body}")), "{name}");
    for link in text.split_whitespace().filter(|word| word.starts_with("http")) {
        assert!(is_a_page(link), "{name} leads to {link}");
        assert!(html.contains(&format!("href=\"{}\"", link.replace('/', "&#x2f;"))), "{name}");
    }
}

/// Checks whether a link leads to a page of the client.
fn is_a_page(link: &str) -> bool {
    let Some(path) = link.strip_prefix(URL) else { return link == "{{" };
    let path = path.split('#').next().unwrap_or_default();
    let routes: Vec<String> =
        serde_json::from_str(include_str!("../../../../../web/routes.json")).unwrap();
    let known = |route: &String| match route.split_once(':') {
        Some((start, _)) => path.strip_prefix(start).is_some_and(|id| !id.is_empty()),
        None => route == path,
    };
    routes.iter().any(known)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns the visible text of a document, and the targets of its links.
fn visible_text(html: &str) -> String {
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
fn optional_mails_give_their_reason_and_an_unsubscribe_link() {
    use MailTopic::{Account, BookingMessages, Marketing, OrderMessages, OrderUpdates, Promotions};
    let templates = templates();
    let mut reasons = Vec::new();
    for topic in [BookingMessages, OrderUpdates, OrderMessages, Promotions, Account, Marketing] {
        let mail = MailMessage::new("ana@example.org", "auth/known");
        let mail = templates.render(&mail.if_wanted(&"01ana".into(), topic)).unwrap();
        let api = mail.unsubscribe.expect("a link for mail programs");
        let token = api.strip_prefix(&format!("{URL}/api/unsubscribe/")).unwrap();
        let stop = format!("Stop them: {URL}/unsubscribe/{token}\n");
        assert!(mail.text.contains(&stop), "{stop} is not in {}", mail.text);
        assert!(mail.text.contains(&format!("{URL}/settings/notify")), "{}", mail.text);
        let why = mail.text.lines().find(|line| line.starts_with("You get this email")).unwrap();
        assert!(!reasons.contains(&why.to_owned()), "{why}");
        reasons.push(why.to_owned());
    }
    let needed = templates.render(&MailMessage::new("ana@example.org", "auth/known")).unwrap();
    assert_eq!(needed.unsubscribe, None);
    assert!(needed.text.contains("whatever your settings are"), "{}", needed.text);
}

#[test]
fn code_is_the_only_four_digit_number() {
    for name in ["auth/code", "auth/new_email"] {
        let (_, values) = SAMPLES.iter().find(|(sample, _)| *sample == name).unwrap();
        let mail = written(&templates(), name, values, true);
        for part in [&mail.text, &visible_text(&mail.html)] {
            // Links may contain digits, as nobody types them.
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
fn subject_names_the_outcome_of_a_payment() {
    let templates = templates();
    let without_money: Vec<(&str, &str)> =
        BOOKING.iter().filter(|(key, _)| !OPTIONAL.contains(key)).copied().collect();
    let (earned, refund) = (("earned", "8.00 sparks"), ("refund", "\u{a3}8.00"));
    for (name, money, start) in [
        ("bookings/released", Some(earned), "You are paid"),
        ("bookings/released", None, "Closed"),
        ("bookings/decided", Some(earned), "Decided, 8.00 sparks to you"),
        ("bookings/decided", Some(refund), "Decided, \u{a3}8.00 to you"),
        ("bookings/decided", None, "Decided"),
        ("bookings/abandoned", Some(refund), "Refunded"),
        ("bookings/abandoned", None, "Not completed, so ended"),
    ] {
        let values: Vec<_> = without_money.iter().copied().chain(money).collect();
        let subject = written(&templates, name, &values, true).subject;
        assert_eq!(subject.split(": ").next(), Some(start), "{subject}");
    }
}

#[test]
fn subjects_are_one_line() {
    let values = [("provider", "Google\r\nBcc: everyone@example.org")];
    let mail = written(&templates(), "auth/linked", &values, true);
    assert_eq!(mail.subject, "You can now sign in with Google Bcc: everyone@example.org");
}

#[test]
fn missing_values_and_templates_are_named() {
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
fn unused_values_are_ignored() {
    let fact = Value::from(7).to_string();
    let mail = MailMessage::new("ana@example.org", "auth/known").with("unused", fact);
    templates().render(&mail).unwrap();
}
