import type { Schemas } from "@/lib/api";
import type { Booking } from "../format";

/** Returns the client's review as a sentence. */
export function reviewSentence(
  { booking_user_id, client, provider, skill_type }: Booking,
  { rating, moderation }: Schemas["GivenReview"],
  me: string,
): string {
  const stars = `${rating} ${rating === 1 ? "star" : "stars"}`;
  const held = moderation === "held" ? ", which a moderator looks at first" : "";
  return booking_user_id === me
    ? `You gave ${provider.firstname} ${stars} for ${skill_type}${held}`
    : `${client.firstname} gave you ${stars} for ${skill_type}`;
}
