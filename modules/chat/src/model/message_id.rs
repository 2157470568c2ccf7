use std::fmt;

/// Identity of a message: its conversation and its position there. Written as `thread-seq`, which
/// is opaque to clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MessageId {
    pub(crate) thread: String,
    /// Position in the conversation, from 1 on, without gaps.
    pub(crate) seq: u64,
}

/// Largest `seq`: the largest integer that every JSON implementation reads exactly (2^53 - 1).
pub(crate) const LAST_SEQ: u64 = 9_007_199_254_740_991;

impl MessageId {
    /// Parses an id from a client. `None` if malformed; whether the message exists is not checked.
    pub(crate) fn received(text: &str) -> Option<Self> {
        let (thread, seq) = text.split_once('-')?;
        let is_thread = thread.len() == 26 && thread.bytes().all(|b| b.is_ascii_alphanumeric());
        let seq = place(seq).filter(|&seq| seq > 0)?;
        is_thread.then(|| Self { thread: thread.to_owned(), seq })
    }
}

/// Parses a `seq` from a client; 0 means before the first message.
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
    fn id_round_trips() {
        let text = "01jnbxv3q4w8h7k2m5p6r9s0tz-17";
        let id = MessageId::received(text).unwrap();
        assert_eq!((id.seq, id.to_string().as_str()), (17, text));
    }

    #[test]
    fn malformed_ids_are_rejected() {
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
