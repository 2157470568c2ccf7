//! Letters of the admins to members.

use std::time::Duration;

use sparkyard_kernel::{
    ApiError, ItemId, Timestamp, UserId, segment::Segment, text, validate::Checks, zone,
};

/// Minimum time between two letters.
pub(crate) const PAUSE: Duration = Duration::from_hours(24);

const MAX_SUBJECT: usize = 120;
const MAX_TEXT: usize = 5000;

/// Text of a letter, as stored and sent.
#[derive(Clone, Debug)]
pub(crate) struct LetterWords {
    /// Subject, on one line.
    pub(crate) subject: String,
    /// Plain text with paragraphs.
    pub(crate) text: String,
}

impl LetterWords {
    /// Normalises the text; a 422 if it is not a valid letter.
    pub(crate) fn checked(subject: &str, text: &str) -> Result<Self, ApiError> {
        Checks::new()
            .line("subject", subject, 1, MAX_SUBJECT)
            .prose("text", text, 1, MAX_TEXT)
            .finish()?;
        Ok(Self { subject: text::line(subject), text: text::prose(text) })
    }
}

/// A letter, and the progress of its delivery.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    pub(crate) id: ItemId,
    pub(crate) words: LetterWords,
    /// Admin who sent it.
    pub(crate) author: UserId,
    pub(crate) sent_at: Timestamp,
    pub(crate) segment: Segment,
    /// Number of recipients when it was sent.
    pub(crate) members: u64,
    /// Number of members to whom it has gone so far.
    pub(crate) sent: u64,
    /// Position in the list of members; `None` at the start.
    pub(crate) cursor: Option<String>,
    /// Time from which the next batch may go out; `None` at the start.
    pub(crate) next_at: Option<Timestamp>,
    /// True at the end of the list, and if it was stopped.
    pub(crate) done: bool,
    /// True if an admin stopped it.
    pub(crate) stopped: bool,
}

/// A letter as shown to admins.
#[derive(Clone, Debug)]
pub(crate) struct LetterForViewer {
    pub(crate) letter: Letter,
    /// Name of the author; empty if the account no longer exists.
    pub(crate) author_name: String,
}

/// Recipients of a letter sent now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Audience {
    /// Number of members.
    pub(crate) members: u64,
    /// Time from which it may be sent, if not now.
    pub(crate) next_at: Option<Timestamp>,
    /// Mails that go out in an hour at most, if that is limited.
    pub(crate) per_hour: Option<u32>,
}

/// Returns the time that a batch of mails takes at a pace; 0 mails an hour stand for no limit.
pub(crate) fn time_of_batch(mails: usize, per_hour: u32) -> Duration {
    match u64::from(per_hour) {
        0 => Duration::ZERO,
        per_hour => Duration::from_secs((mails as u64 * 3600).div_ceil(per_hour)),
    }
}

/// Returns the time from which the next letter may be sent, if not at `now`.
pub(crate) fn next_after(last: Option<Timestamp>, now: Timestamp) -> Option<Timestamp> {
    last.map(|last| last + PAUSE).filter(|next| *next > now)
}

/// Formats a time in British time, as in `Tue 3 Mar, 10:00`.
pub(crate) fn moment(at: Timestamp) -> String {
    zone::in_britain(at).strftime("%a %-d %b, %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_a_subject_line_and_a_text() {
        let wrong = |subject: &str, text: &str| {
            let refused = LetterWords::checked(subject, text).unwrap_err();
            refused.fields.into_keys().collect::<Vec<_>>()
        };
        let (long, longer) = ("a".repeat(121), "b".repeat(5001));
        assert_eq!(wrong(" ", "\n\u{200b}"), ["subject", "text"]);
        assert_eq!(wrong(&long, &longer), ["subject", "text"]);
        assert_eq!(wrong("News\r\nBcc: all@example.org", "Hello"), ["subject"]);
        assert_eq!(wrong("News", "\u{1b}[31mHello"), ["text"]);
        let letter = LetterWords::checked(&long[1..], &longer[1..]).unwrap();
        assert_eq!((letter.subject.len(), letter.text.len()), (120, 5000));
        let letter =
            LetterWords::checked(" Newyddion  da ", "Bore da\r\n\r\n\r\n\r\n你好\n").unwrap();
        assert_eq!((&*letter.subject, &*letter.text), ("Newyddion da", "Bore da\n\n你好"));
    }

    #[test]
    fn batches_keep_the_pace() {
        for (mails, per_hour, seconds) in
            [(50, 300, 600), (50, 0, 0), (0, 300, 0), (1, 7, 515), (50, u32::MAX, 1)]
        {
            assert_eq!(time_of_batch(mails, per_hour), Duration::from_secs(seconds));
        }
    }

    #[test]
    fn next_letter_may_follow_after_a_day() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let (last, next) = (at("2026-03-28T10:00:00Z"), at("2026-03-29T10:00:00Z"));
        assert_eq!(next_after(None, last), None);
        assert_eq!(next_after(Some(last), at("2026-03-29T09:59:59Z")), Some(next));
        assert_eq!(next_after(Some(last), next), None);
        assert_eq!(moment(next), "Sun 29 Mar, 11:00", "the clocks went forward");
    }
}
