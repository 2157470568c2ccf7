import type { Schemas } from "@/lib/api";

const actionLabels: Record<string, string> = {
  "auth.set_role": "changed a role",
  "auth.approve": "let a new member in",
  "auth.decline": "turned a new member away",
  "auth.suspend": "suspended a member",
  "auth.reinstate": "reinstated a member",
  "auth.reset_second_factor": "reset two-step sign-in",
  "auth.left": "deleted their own account",
  "auth.removed": "deleted an account on behalf of a member",
  "auth.asked_to_agree": "asked members to agree to changed texts",
  "auth.set_up_admin": "set the community up",
  "bookings.dispute_decided": "decided a dispute",
  "bookings.dispute_answered": "wrote in a dispute",
  "bookings.case_read": "read the case of a dispute",
  "bookings.review_removed": "removed a review",
  "bookings.file_read": "read a private file",
  "community.announced": "announced something to members",
  "community.announcement_edited": "changed an announcement",
  "community.announcement_ended": "ended an announcement",
  "community.event_created": "created an event",
  "community.event_edited": "changed an event",
  "community.event_cancelled": "cancelled an event",
  "community.event_thanked": "thanked hosts of an event with sparks",
  "imports.uploaded": "had a table of members checked",
  "imports.started": "imported members from a table",
  "imports.deleted": "deleted an import of members",
  "imports.read_errors": "downloaded the errors of an import",
  "kyc.approved": "approved an identity document",
  "kyc.rejected": "rejected an identity document",
  "kyc.file_read": "looked at an identity document",
  "kyc.file_purged": "deleted the picture of an identity document",
  "vetting.check_added": "added a check",
  "vetting.check_changed": "changed a check",
  "vetting.check_deleted": "deleted a check",
  "vetting.check_recorded": "recorded that a member passed a check",
  "vetting.check_withdrawn": "withdrew a check of a member",
  "vetting.records_read": "read the checks of a member",
  "moderation.note_added": "wrote a note about a member",
  "moderation.note_deleted": "deleted a note about a member",
  "moderation.notes_read": "read the notes about a member",
  "moderation.task_added": "added a task about a member",
  "moderation.task_done": "did a task about a member",
  "moderation.report_read": "read a report",
  "moderation.safety_read": "read how safe others felt with a member",
  "moderation.report_picture_read": "looked at pictures of a report",
  "moderation.report_decided": "decided about a report",
  "moderation.skill_let_back": "restored a skill",
  "moderation.appeal_claimed": "took an appeal",
  "moderation.appeal_released": "left an appeal to others",
  "moderation.appeal_decided": "decided about an appeal",
  "moderation.reply_added": "added a canned reply",
  "moderation.reply_changed": "changed a canned reply",
  "moderation.reply_deleted": "deleted a canned reply",
  "moderation.activity_exported": "downloaded the report for funders",
  "moderation.risks_assessed": "assessed the risks of the site",
  "moderation.audit_exported": "downloaded the audit log",
  "notifications.letter_sent": "sent a letter to members",
  "notifications.letter_stopped": "stopped a letter to members",
  "site.contact_claimed": "took a contact message",
  "site.contact_released": "left a contact message to others",
  "site.contact_answered": "answered a contact message",
  "site.contact_closed": "closed a contact message",
  "site.details_changed": "changed the site's details",
  "site.joining_changed": "changed who may join, what new members get, or what members may owe",
  "site.mode_changed": "changed how neighbours pay each other",
  "site.set_up_finished": "finished setting the site up",
  "wallet.credit_limit": "changed how many sparks a member may owe",
  "wallet.sellers_exported": "downloaded who earned pounds",
  "timebank.granted": "granted sparks from the community's pot",
  "timebank.gift_reversed": "reversed a gift of sparks",
  "timebank.exchange_reversed": "reversed a past exchange",
  "wallet.cash_in": "recorded cash",
  "wallet.cash_in_asked": "asked another admin to approve cash",
  "wallet.cash_in_approved": "approved cash",
  "wallet.cash_in_refused": "refused cash",
  "wallet.cash_in_lapsed": "closed cash that nobody approved in time",
  "wallet.ledger_check": "had all money checked",
  "skills.approved": "approved a skill",
  "skills.rejected": "rejected a skill",
  "skills.word_added": "added a word to a category",
  "skills.word_removed": "took a word from a category",
};

/** Returns the label of an action; an unknown action is shown as it is. */
export function actionLabel(action: string): string {
  return actionLabels[action] ?? action.replace(/[._]/g, " ");
}

/** All known actions with their labels, in the order of the alphabet. */
export const ACTIONS = Object.entries(actionLabels)
  .map(([action, label]) => ({ action, label: label.charAt(0).toUpperCase() + label.slice(1) }))
  .sort((one, other) => one.label.localeCompare(other.label));

/** Returns the address of an entry's subject, if it has one. */
export function subjectPath({ subject }: Schemas["AuditEntry"]): string | undefined {
  const user = subject.match(/^user:(.+)$/)?.[1];
  return user && `/user-profile/${user}`;
}
