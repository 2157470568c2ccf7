//! Rows that a member may download.

use sparkyard_kernel::own_rows::{Each, OwnRows};

/// Returns the rule: messages written and received. Only pictures that the member sent are theirs,
/// and whether others have read a message is theirs to show.
pub(crate) fn own() -> [OwnRows; 1] {
    let each =
        Each { rows: "chat_side", mine: "member = $user", order: "position", value: "thread" };
    let rows = "chat_message:[$each, $from]..=[$each, 9007199254740991]";
    [OwnRows::list("chat.messages", "Messages you wrote and received", rows, "seq")
        .each(each)
        .fields(
            "sender, receiver, at, content, removed_at, IF sender = $user \
             THEN type::record('chat_picture', record::id(id)).file ELSE NONE END AS picture",
        )
        .files(&["picture"])
        .people(&["sender", "receiver"])
        .private()]
}
