import { api } from "./api";

/**
 * Returns the number of unread messages, as last fetched; used by the page title and the badge of
 * Messages. Excludes changes of bookings, which are counted in the row of the conversation and,
 * if they need an answer, in the badge of Bookings.
 */
export function useKnownUnread(): number {
  const { data } = api.useQuery("get", "/api/message/unread", {}, { enabled: false });
  return data?.unread ?? 0;
}
