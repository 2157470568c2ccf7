import { api } from "./api";

/**
 * Returns the number of unread messages, as last fetched; used by the page title and the badge of
 * Messages. Changed bookings are not included: they count in their conversation's row, and in
 * Bookings if they need an answer.
 */
export function useKnownUnread(): number {
  const { data } = api.useQuery("get", "/api/message/unread", {}, { enabled: false });
  return data?.unread ?? 0;
}
