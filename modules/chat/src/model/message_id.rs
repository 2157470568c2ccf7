use std::fmt;

/// Names a message: the conversation that it is in, and its place there. Others read it as
/// `thread-place` and need not know what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MessageId {
    pub(crate) thread: String,
    /// From 1 on, without gaps.
    pub(crate) seq: u64,
}

/// The last place that a conversation can have: whole numbers that every program reads alike.
pub(crate) const LAST_SEQ: u64 = 9_007_199_254_740_991;

impl MessageId {
    /// What a sender gives for it, if it can be one at all; whether there is such a message shows
    /// later.
    pub(crate) fn received(text: &str) -> Option<Self> {
        let (thread, seq) = text.split_once('-')?;
        let is_thread = thread.len() == 26 && thread.bytes().all(|b| b.is_ascii_alphanumeric());
        let seq = place(seq).filter(|&seq| seq > 0)?;
        is_thread.then(|| Self { thread: thread.to_owned(), seq })
    }
}

/// A place in a conversation, as a sender writes it; 0 is before the first.
pub(crate) fn place(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let seq = text.parse::<u64>().ok().filter(|_| is_number)?;
    (seq <= LAST_SEQ).then_some(seq)
}

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.thread, self.seq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_as_it_was_written() {
        let text = "01jnbxv3q4w8h7k2m5p6r9s0tz-17";
        let id = MessageId::received(text).unwrap();
        assert_eq!((id.seq, id.to_string().as_str()), (17, text));
    }

    #[test]
    fn what_cannot_be_a_message_is_none() {
        let thread = "01jnbxv3q4w8h7k2m5p6r9s0tz";
        for bad in ["", "-", "17", "x-1", thread] {
            assert_eq!(MessageId::received(bad), None, "{bad:?}");
        }
        for seq in ["", "0", "-1", "+1", "1.5", "9007199254740992", "99999999999999999999", "٣"] {
            assert_eq!(MessageId::received(&format!("{thread}-{seq}")), None, "{seq:?}");
        }
        assert_eq!(MessageId::received("01jnbxv3q4w8h7k2m5p6r9s0t'-1"), None);
    }
}
