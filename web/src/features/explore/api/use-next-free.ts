import { useState } from "react";
import { api, type Schemas } from "@/lib/api";
import { toLocalInput } from "@/lib/format";

const FOUR_WEEKS = 28;

export interface FreeTime {
  /** Whether the person has set no opening hours: any time can be requested. */
  anytime: boolean;
  /** Days with a free hour, the next one first. */
  days: Schemas["FreeDay"][];
}

/** Fetches a person's days with a free hour in the next four weeks; undefined while loading. */
export function useNextFree(userId: string): FreeTime | undefined {
  const [from] = useState(() => toLocalInput(new Date()).slice(0, 10));
  const { data } = api.useQuery("get", "/api/bookings/availability/{userId}", {
    params: { path: { userId }, query: { from, days: FOUR_WEEKS, hours: 1 } },
  });
  return data && { anytime: data.anytime, days: data.days.filter(({ slots }) => slots.length > 0) };
}
