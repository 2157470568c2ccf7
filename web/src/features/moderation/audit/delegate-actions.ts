import type { Schemas } from "@/lib/api";

/** Labels of what a delegate did for a member, by request; `#` stands for an id. */
const ACTION_LABELS: Record<string, string> = {
  "POST /api/bookings": "Booked",
  "POST /api/users/stripe/payment/intent": "Began a booking",
  "PUT /api/bookings/accept/#": "Accepted booking #",
  "PUT /api/bookings/reject/#": "Declined booking #",
  "PUT /api/bookings/cancel/#": "Cancelled booking #",
  "PUT /api/bookings/in-progress/#": "Started booking #",
  "PUT /api/bookings/undo/#": "Took back the start of booking #",
  "PUT /api/bookings/complete/#": "Marked booking # as done",
  "PUT /api/bookings/completed/#": "Confirmed booking #",
  "PUT /api/bookings/happened/#": "Said whether the visit of booking # took place",
  "PUT /api/bookings/propose/#": "Proposed another time for booking #",
  "PUT /api/bookings/accept-time/#": "Accepted another time for booking #",
  "PUT /api/bookings/decline-time/#": "Declined another time for booking #",
  "PUT /api/bookings/withdraw-time/#": "Withdrew another time for booking #",
  "PUT /api/bookings/#/expenses": "Asked for expenses in booking #",
  "PUT /api/bookings/#/expenses/confirm": "Confirmed the expenses of booking #",
  "PUT /api/bookings/#/expenses/decline": "Declined the expenses of booking #",
  "POST /api/dispute/open": "Opened a dispute",
  "POST /api/dispute/#/statements": "Answered in the dispute about booking #",
  "POST /api/community/events/#/join": "Joined an event",
  "POST /api/community/events/#/leave": "Left an event",
  "POST /api/exchanges": "Wrote down an exchange",
  "PUT /api/exchanges/#/confirm": "Confirmed an exchange",
  "PUT /api/exchanges/#/object": "Objected to an exchange",
  "PUT /api/exchanges/#/withdraw": "Withdrew an exchange",
  "POST /api/message": "Wrote a message",
  "POST /api/message/picture": "Sent a picture",
  "PUT /api/message/markasread/#": "Read a message",
  "PUT /api/message/seen/#/bookings": "Saw what changed in bookings",
  "PUT /api/notifications/read": "Read notifications",
};

const patterns = Object.entries(ACTION_LABELS).map(([request, label]) => ({
  pattern: new RegExp(`^${request.replace("#", "([^/]+)")}$`),
  label,
}));

/** Returns the label of a delegate's action; any other detail unchanged. */
export function detailText({ action, detail }: Schemas["AuditEntry"]): string {
  if (action !== "delegation.acted") return detail;
  for (const { pattern, label } of patterns) {
    const match = detail.match(pattern);
    if (match) return label.replace("#", match[1] ?? "");
  }
  return detail;
}
