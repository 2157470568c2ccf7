import { useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "@/lib/api";

export type Availability = Schemas["Availability"];

const OWN = "/api/bookings/availability/own";

/** When the signed-in person can be booked. */
export function useAvailability() {
  return api.useQuery("get", OWN);
}

/** Replaces the own hours and blocked dates. */
export function useSaveAvailability() {
  const queryClient = useQueryClient();
  return api.useMutation("put", OWN, {
    onSuccess: (saved) => queryClient.setQueriesData({ queryKey: ["get", OWN] }, saved),
  });
}
