import type { Schemas } from "@/lib/api";

const ana = { id: "ana", firstname: "Ana", lastname: "Mensah", location: "Leeds", left: false };
const dev = { id: "dev", firstname: "Dev", lastname: "Kaur", location: "Leeds", left: false };

/** Returns Ana's request to Dev, as Dev can answer it. */
export function sampleBooking(over: Partial<Schemas["Booking"]> = {}): Schemas["Booking"] {
  return {
    id: 7,
    title: "Booking for Plumbing",
    description: "The kitchen tap drips.",
    booking_date: "2099-03-08T17:00:00Z",
    booking_location: "Leeds, LS6",
    hours: 2,
    status: "pending",
    payment_method: "wallet",
    price: 24,
    cancellation_policy: "flexible",
    escrow: "held",
    expenses_cap: 0,
    created_at: "2099-03-02T10:00:00Z",
    updated_at: "2099-03-02T10:00:00Z",
    skills_id: "skill",
    skill_type: "Plumbing",
    booking_user_id: "ana",
    booked_user_id: "dev",
    client: ana,
    provider: dev,
    timeline: [
      {
        kind: "asked",
        status: "pending",
        at: "2099-03-02T10:00:00Z",
        by: "client",
        booking_date: "2099-03-08T17:00:00Z",
      },
    ],
    actions: ["accept", "reject"],
    later: [],
    deadlines: [],
    first_together: false,
    reviewed: false,
    review_held: false,
    ...over,
  };
}
