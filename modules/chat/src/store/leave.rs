//! Data of members who leave.

use sparkyard_kernel::{
    leaving::{Erasure, Leaving},
    own_rows::Each,
};

/// Conversations with members who have left as well: nobody can read them any more.
const LEFT_BY_BOTH: Each = Each {
    rows: "chat_side",
    mine: "member = $user AND record::exists(type::record('departure', other))",
    order: "position",
    value: "thread",
};

/// Messages stay for the other party, until that one leaves as well.
pub(crate) const LEAVING: Leaving = Leaving {
    erasures: &[
        Erasure::record(
            "chat.messages",
            "chat_message:[$each, 0]..=[$each, 9007199254740991]",
        )
        .before("DELETE $batch.map(|$id| type::record('chat_picture', record::id($id))) RETURN NONE")
        .each(LEFT_BY_BOTH),
        Erasure::delete("chat.conversations", "chat_side", "member = $user"),
        Erasure::record("chat.strangers", "type::record('chat_strangers', $user)"),
    ],
    ..Leaving::NONE
};
