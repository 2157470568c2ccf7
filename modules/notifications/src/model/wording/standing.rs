//! Texts about accounts, returned mail, and work that waits for staff.

use sparkyard_kernel::{
    Timestamp,
    events::{
        auth::{Claimed, Suspended},
        bookings::BookingChanged,
        core::{BackupTrouble, MailBounced},
        kyc::{DocumentDecided, DocumentHandedIn},
        moderation::{AppealDecided, ContentRemoved, ReportDecided, SkillLetBack, SkillTakenDown},
        payouts::WithdrawalChanged,
        settings::{ExportAskedByStaff, ExportEnded},
        skills::{NameDecided, Suggested},
        wallet::LedgerDiffers,
    },
    ports::{SanctionKind, TroubleKind},
    zone,
};

use super::{super::Text, case};

/// Notice to a member about the decision on a document.
pub(crate) fn document(decided: &DocumentDecided, approved: bool) -> Text {
    let (document, link) = (&decided.document, "/settings/kyc".to_owned());
    if approved {
        let description =
            "Thank you. See what is still missing for your identity check.".to_owned();
        return Text { title: format!("Your {document} is approved"), description, link };
    }
    let description = match &decided.reason {
        Some(reason) => reason_and_appeal(reason, decided.appeal_until),
        None => "You can upload another at any time.".to_owned(),
    };
    Text { title: format!("We could not accept your {document}"), description, link }
}

/// Notice to staff about a dispute.
pub(crate) fn dispute_waits(booking: &BookingChanged) -> Text {
    Text {
        title: "A dispute waits for a decision".to_owned(),
        description: format!(
            "It is about {}. Hear both sides and decide; until then nothing is settled.",
            booking.subject
        ),
        link: case(booking.booking_id),
    }
}

/// Notice to staff about a document.
pub(crate) fn document_waits(handed_in: &DocumentHandedIn, name: &str) -> Text {
    Text {
        title: "An identity document waits for a decision".to_owned(),
        description: format!("{name} handed in their {}.", handed_in.document),
        link: "/admin/identity".to_owned(),
    }
}

/// Notice to staff about a withdrawal to be paid.
pub(crate) fn withdrawal_waits(asked: &WithdrawalChanged, name: &str) -> Text {
    Text {
        title: "A withdrawal waits to be paid".to_owned(),
        description: format!("{name} asks for £{} into their bank account.", asked.amount),
        link: "/admin/withdrawals".to_owned(),
    }
}

/// Notice of the end of a withdrawal.
pub(crate) fn withdrawal(decided: &WithdrawalChanged, paid: bool) -> Text {
    let (amount, note) = (decided.amount, decided.note.as_deref().unwrap_or_default());
    let link = "/get-paid".to_owned();
    match paid {
        true => Text {
            title: format!("£{amount} is on its way to your bank"),
            description: format!("The reference of the bank transfer: {note}"),
            link,
        },
        false => Text {
            title: format!("Your withdrawal of £{amount} was refused"),
            description: format!("The money is back in your wallet. The reason: {note}"),
            link,
        },
    }
}

/// Notice to staff about a suggested skill.
pub(crate) fn skill_waits(skill: &Suggested, name: &str) -> Text {
    Text {
        title: format!("A new skill waits: {}", skill.name),
        description: format!("{name} suggested it. People are told that it takes 2 days at most."),
        link: "/admin/skills".to_owned(),
    }
}

/// Notice to staff about a person who asks to join.
pub(crate) fn applicant_waits(name: &str) -> Text {
    Text {
        title: format!("{name} asks to join"),
        description: "Please approve or decline their application.".to_owned(),
        link: "/admin/members?status=pending".to_owned(),
    }
}

/// Notice to staff about a report. Omits the contents: opening a report is recorded.
pub(crate) fn report_waits() -> Text {
    Text {
        title: "A report waits for a decision".to_owned(),
        description: "A member has sent a report. Please look at it.".to_owned(),
        link: "/admin/reports".to_owned(),
    }
}

/// Notice to a member of staff about reports and appeals that are late.
pub(crate) fn complaints_late(count: i64) -> Text {
    let title = match count {
        1 => "A report or an appeal is late".to_owned(),
        _ => format!("{count} reports and appeals are late"),
    };
    let description =
        "Members were told when you mean to decide, and that time is over. Please decide soon.";
    Text { title, description: description.to_owned(), link: "/admin".to_owned() }
}

/// Notice to admins that a risk assessment is due; `due_at` is `None` if there was none before.
pub(crate) fn assessment_due(due_at: Option<Timestamp>, now: Timestamp) -> Text {
    let title = match due_at {
        None => "Make a risk assessment of the site".to_owned(),
        Some(due) if due <= now => "The risk assessment of the site is out of date".to_owned(),
        Some(due) => {
            format!("Review the risk assessment of the site by {}", zone::day_in_words(due))
        }
    };
    let description = "The Online Safety Act asks for one, and for a review each year. The form is \
        filled in from your settings.";
    let link = "/admin/online-safety".to_owned();
    Text { title, description: description.to_owned(), link }
}

/// Notice to staff about an appeal.
pub(crate) fn appeal_waits() -> Text {
    Text {
        title: "An appeal waits for a decision".to_owned(),
        description: "A member asks you to look at a decision again.".to_owned(),
        link: "/admin/appeals".to_owned(),
    }
}

/// Notice to a member about the outcome of their appeal.
pub(crate) fn appeal_decided(decided: &AppealDecided) -> Text {
    let AppealDecided { about, reason, .. } = decided;
    let title = match decided.overturned {
        true => format!("Your appeal succeeded: we have reversed {about}"),
        false => format!("We have looked again at {about}, and it stands"),
    };
    let description = match decided.same_person {
        true => format!(
            "The reason: {} It was reviewed by the same person, as this community has one \
             moderator.",
            ended(reason)
        ),
        false => format!("The reason: {reason}"),
    };
    Text { title, description, link: DECISIONS.to_owned() }
}

/// Returns the reason for a decision, and until when the member may appeal.
pub(crate) fn reason_and_appeal(reason: &str, until: Option<Timestamp>) -> String {
    let Some(until) = until else { return format!("The reason: {reason}") };
    let (reason, until) = (ended(reason), zone::day_in_words(until));
    format!("The reason: {reason} You can appeal until {until} in Settings, under Decisions.")
}

/// Returns a reason with a full stop, so that another sentence can follow.
fn ended(reason: &str) -> String {
    let stop = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{reason}{stop}")
}

/// Page on which members see decisions about them, and appeal.
const DECISIONS: &str = "/settings/decisions";

/// Notice to staff about a message from the contact page. Omits the contents, which are deleted
/// sooner than notices may be.
pub(crate) fn contact_waits() -> Text {
    Text {
        title: "A contact message waits for an answer".to_owned(),
        description: "Somebody has written to you by the contact page.".to_owned(),
        link: "/admin/contact".to_owned(),
    }
}

/// Notice to the members who wanted a skill.
pub(crate) fn skill_decided(decided: &NameDecided) -> Text {
    let (name, link) = (&decided.name, "/settings/skills".to_owned());
    if decided.approved {
        let description = "Neighbours who offer it can be found and booked now.".to_owned();
        return Text { title: format!("{name} is a skill here now"), description, link };
    }
    let description = match &decided.reason {
        Some(reason) => reason_and_appeal(reason, decided.appeal_until),
        None => "You can give your skill another name at any time.".to_owned(),
    };
    Text { title: format!("{name} was not accepted as a skill"), description, link }
}

/// Notice to a member whose skill was taken down.
pub(crate) fn skill_taken_down(skill: &SkillTakenDown) -> Text {
    Text {
        title: format!("{} was taken down", skill.skill_type),
        description: reason_and_appeal(&skill.reason, skill.appeal_until),
        link: format!("/settings/skills/{}", skill.skill_id),
    }
}

/// Notice to a member whose skill is back.
pub(crate) fn skill_let_back(skill: &SkillLetBack) -> Text {
    Text {
        title: format!("{} is restored", skill.skill_type),
        description: "It is as it was before it was taken down.".to_owned(),
        link: format!("/settings/skills/{}", skill.skill_id),
    }
}

/// Notice to a suspended member.
pub(crate) fn suspended(suspended: &Suspended) -> Text {
    Text {
        title: "Your account was suspended".to_owned(),
        description: format!("The reason: {}", suspended.reason),
        link: "/settings".to_owned(),
    }
}

/// Notice to a reinstated member.
pub(crate) fn reinstated() -> Text {
    Text {
        title: "Your account is open again".to_owned(),
        description: "You can sign in, book and be found as before.".to_owned(),
        link: "/settings".to_owned(),
    }
}

/// Notice to a member who first signs in to an existing account through a provider.
pub(crate) fn claimed(claimed: &Claimed) -> Text {
    Text {
        title: format!("You now sign in with {}", claimed.provider),
        description: "To be safe, we signed out all other devices, and the old password no longer \
                      works."
            .to_owned(),
        link: "/settings/security".to_owned(),
    }
}

/// Notice to admins about differences in the ledger.
pub(crate) fn ledger(found: &LedgerDiffers) -> Text {
    let first = found.differences.first().map_or("", String::as_str);
    let count = match found.differences.len() {
        0 | 1 => "What differs".to_owned(),
        count => format!("The first of {count} differences"),
    };
    Text {
        title: "Some money or sparks do not add up".to_owned(),
        description: format!(
            "Don't record cash or decide disputes until this is repaired. {count}: {first}."
        ),
        link: "/admin".to_owned(),
    }
}

/// Notice to admins about backups that fail or are overdue.
pub(crate) fn backup_trouble(trouble: &BackupTrouble) -> Text {
    let last = match trouble.last_at {
        Some(at) => format!("The last good one is of {}.", zone::day_in_words(at)),
        None => "There is none yet.".to_owned(),
    };
    let (title, problem) = match &trouble.reason {
        Some(reason) => ("The backup failed", format!("{reason}. ")),
        None => ("The backup is overdue", String::new()),
    };
    Text {
        title: title.to_owned(),
        description: format!("{problem}{last} If the disk fails now, what is newer is lost."),
        link: "/admin".to_owned(),
    }
}

/// Notice to the author of a report. Says nothing about anybody else.
pub(crate) fn report_answer(decided: &ReportDecided) -> Text {
    let (title, description) = match decided.acted {
        true => (
            "We acted on your report",
            "Thank you: you help to keep this a good neighbourhood. What we did stays between us \
             and the other person.",
        ),
        false => (
            "We looked at your report",
            "We found nothing that is against the rules here. If somebody bothers you, you can \
             block them on their profile.",
        ),
    };
    Text { title: title.to_owned(), description: description.to_owned(), link: TROUBLE.to_owned() }
}

/// Notice to a member who was warned; they may appeal until `until`.
pub(crate) fn warning(words: &str, until: Option<Timestamp>) -> Text {
    let title = "Message from the moderators".to_owned();
    let Some(until) = until else {
        return Text { title, description: words.to_owned(), link: TROUBLE.to_owned() };
    };
    let (words, until) = (ended(words), zone::day_in_words(until));
    let description = format!("{words} You can appeal until {until} in Settings, under Decisions.");
    Text { title, description, link: DECISIONS.to_owned() }
}

/// Notice to a member whose message, or text and photo, were removed.
pub(crate) fn content_removed(down: &ContentRemoved) -> Text {
    let title = match down.kind {
        SanctionKind::Profile => "Text and photo of your profile were removed",
        _ => "A message of yours was removed",
    };
    Text {
        title: title.to_owned(),
        description: reason_and_appeal(&down.reason, down.appeal_until),
        link: DECISIONS.to_owned(),
    }
}

/// Notice to a member whose data staff have asked for.
pub(crate) fn export_asked_by_staff(asked: &ExportAskedByStaff) -> Text {
    Text {
        title: "The hosts have asked for an archive of your data".to_owned(),
        description: format!(
            "The reason: {} Your private messages are not in it.",
            ended(&asked.reason)
        ),
        link: "/settings/data".to_owned(),
    }
}

/// Notice to a member about the archive of their data.
pub(crate) fn export_ended(ended: &ExportEnded) -> Text {
    if ended.asked_by.is_some() {
        return member_export_ended(ended);
    }
    let (title, description) = match ended.until {
        Some(_) => ("Your data is ready", "You can download the archive for seven days."),
        None => ("We could not put your data together", "Please ask for it again."),
    };
    let link = "/settings/data".to_owned();
    Text { title: title.to_owned(), description: description.to_owned(), link }
}

/// Notice to a member of staff about the archive of a member that they asked for.
fn member_export_ended(ended: &ExportEnded) -> Text {
    let (title, description) = match ended.until {
        Some(_) => (
            "A member's data is ready",
            "You can download the archive for seven days, from their entry among the members.",
        ),
        None => ("A member's data could not be put together", "Please ask for it again."),
    };
    let link = "/admin/members".to_owned();
    Text { title: title.to_owned(), description: description.to_owned(), link }
}

/// Page with advice for conflicts.
const TROUBLE: &str = "/help#if-something-goes-wrong";

/// Notice to a member whose mail is returned.
pub(crate) fn mail_returned(returned: &MailBounced) -> Text {
    let MailBounced { address, reason, .. } = returned;
    let (title, description) = match returned.kind {
        TroubleKind::Complaint => (
            format!("You marked our email to {address} as unwanted"),
            "We send you only essential emails until you ask for the others again.".to_owned(),
        ),
        TroubleKind::Refused | TroubleKind::Late => (
            format!("Emails to {address} were refused"),
            format!(
                "Is the address right? For now we send only essential emails to it. Its \
                 server said: {reason}"
            ),
        ),
    };
    Text { title, description, link: "/settings".to_owned() }
}

/// Notice to admins about a member whose mail is returned.
pub(crate) fn mail_returned_to(returned: &MailBounced, name: &str) -> Text {
    let MailBounced { address, reason, .. } = returned;
    Text {
        title: format!("Emails to {name} are refused"),
        description: format!(
            "Emails to {address} cannot be delivered ({reason}). Please try to reach them \
             in another way."
        ),
        link: "/admin/members".to_owned(),
    }
}
