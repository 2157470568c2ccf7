//! Work that waits for staff.

use sparkyard_kernel::{BookingId, ItemId, Role, UserId, ports::StaffQueue};

/// Something that waits, by which it is known again once it is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) queue: StaffQueue,
    /// Unique over all queues.
    pub(crate) about: String,
}

impl Case {
    /// A booking about which the parties disagree.
    pub(crate) fn dispute(booking: BookingId) -> Self {
        Self { queue: StaffQueue::Disputes, about: format!("dispute:{booking}") }
    }

    /// A paper that proves who somebody is.
    pub(crate) fn document(id: &ItemId) -> Self {
        Self { queue: StaffQueue::Documents, about: format!("document:{id}") }
    }

    /// A skill that a member thought of.
    pub(crate) fn skill(slug: &str) -> Self {
        Self { queue: StaffQueue::Skills, about: format!("skill:{slug}") }
    }

    /// Somebody who asks to join.
    pub(crate) fn applicant(user: &UserId) -> Self {
        Self { queue: StaffQueue::Applicants, about: format!("applicant:{user}") }
    }

    /// What a member has reported.
    pub(crate) fn report(id: &ItemId) -> Self {
        Self { queue: StaffQueue::Reports, about: format!("report:{id}") }
    }
}

/// The least role that may do the work of a queue.
pub(crate) fn least_role(queue: StaffQueue) -> Role {
    match queue {
        StaffQueue::Disputes | StaffQueue::Documents => Role::Admin,
        StaffQueue::Skills
        | StaffQueue::Applicants
        | StaffQueue::Reports
        | StaffQueue::Messages => Role::Moderator,
    }
}

/// How much waits for one member of staff in one queue, of what they have not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) queue: StaffQueue,
    pub(crate) count: u64,
    /// The number of the newest notice of it.
    pub(crate) newest: i64,
}

/// What mails of a queue say: the name of the value, and what waits in words.
pub(crate) fn in_words(Waiting { queue, count, .. }: Waiting) -> (&'static str, String) {
    let (key, one, many) = match queue {
        StaffQueue::Disputes => ("disputes", "dispute", "disputes"),
        StaffQueue::Documents => ("documents", "identity paper", "identity papers"),
        StaffQueue::Skills => ("skills", "suggested skill", "suggested skills"),
        StaffQueue::Applicants => {
            ("applicants", "person who asks to join", "people who ask to join")
        }
        StaffQueue::Reports => ("reports", "report by a member", "reports by members"),
        StaffQueue::Messages => ("messages", "contact message", "contact messages"),
    };
    (key, format!("{count} {}", if count == 1 { one } else { many }))
}
