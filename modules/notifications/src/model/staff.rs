//! Work that waits for staff.

use sparkyard_kernel::{BookingId, ItemId, Role, UserId, ports::StaffQueue};

/// A piece of work for staff; its id is used to clear the notices once it is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) queue: StaffQueue,
    /// Id of the case, unique over all queues.
    pub(crate) about: String,
}

impl Case {
    /// Returns the case of a disputed booking.
    pub(crate) fn dispute(booking: BookingId) -> Self {
        Self { queue: StaffQueue::Disputes, about: format!("dispute:{booking}") }
    }

    /// Returns the case of an identity document.
    pub(crate) fn document(id: &ItemId) -> Self {
        Self { queue: StaffQueue::Documents, about: format!("document:{id}") }
    }

    /// Returns the case of a suggested skill.
    pub(crate) fn skill(slug: &str) -> Self {
        Self { queue: StaffQueue::Skills, about: format!("skill:{slug}") }
    }

    /// Returns the case of a person who asks to join.
    pub(crate) fn applicant(user: &UserId) -> Self {
        Self { queue: StaffQueue::Applicants, about: format!("applicant:{user}") }
    }

    /// Returns the case of a member's report.
    pub(crate) fn report(id: &ItemId) -> Self {
        Self { queue: StaffQueue::Reports, about: format!("report:{id}") }
    }

    /// Returns the case of an appeal.
    pub(crate) fn appeal(id: &ItemId) -> Self {
        Self { queue: StaffQueue::Appeals, about: format!("appeal:{id}") }
    }

    /// Returns the case of a first post.
    pub(crate) fn post(id: &ItemId) -> Self {
        Self { queue: StaffQueue::Posts, about: format!("post:{id}") }
    }

    /// Returns the case of a message from the contact page.
    pub(crate) fn contact(id: &ItemId) -> Self {
        Self { queue: StaffQueue::Messages, about: format!("contact:{id}") }
    }

    /// Returns the case of a withdrawal to be paid.
    pub(crate) fn withdrawal(id: &ItemId) -> Self {
        Self { queue: StaffQueue::Withdrawals, about: format!("withdrawal:{id}") }
    }
}

/// Returns the lowest role that may work on a queue.
pub(crate) fn least_role(queue: StaffQueue) -> Role {
    match queue {
        StaffQueue::Disputes | StaffQueue::Documents | StaffQueue::Withdrawals => Role::Admin,
        StaffQueue::Skills
        | StaffQueue::Applicants
        | StaffQueue::Reports
        | StaffQueue::Appeals
        | StaffQueue::Posts
        | StaffQueue::Messages => Role::Moderator,
    }
}

/// Number of unseen cases in one queue for one member of staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) queue: StaffQueue,
    pub(crate) count: u64,
    /// Sequence number of the newest notice about the queue.
    pub(crate) newest: i64,
}

/// Returns the template key of a queue, and its waiting cases in words.
pub(crate) fn in_words(Waiting { queue, count, .. }: Waiting) -> (&'static str, String) {
    let (key, one, many) = match queue {
        StaffQueue::Disputes => ("disputes", "dispute", "disputes"),
        StaffQueue::Documents => ("documents", "identity document", "identity documents"),
        StaffQueue::Skills => ("skills", "suggested skill", "suggested skills"),
        StaffQueue::Applicants => {
            ("applicants", "person who asks to join", "people who ask to join")
        }
        StaffQueue::Reports => ("reports", "report by a member", "reports by members"),
        StaffQueue::Appeals => ("appeals", "appeal by a member", "appeals by members"),
        StaffQueue::Posts => ("posts", "first post to look at", "first posts to look at"),
        StaffQueue::Messages => ("messages", "contact message", "contact messages"),
        StaffQueue::Withdrawals => ("withdrawals", "withdrawal to pay", "withdrawals to pay"),
    };
    (key, format!("{count} {}", if count == 1 { one } else { many }))
}
