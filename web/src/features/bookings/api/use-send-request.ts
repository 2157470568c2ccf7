import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, client, type FormBody, multipart, type Schemas, useQueryCache } from "@/lib/api";
import type { DraftEntry } from "@/lib/drafts";
import type { Booking } from "../format";
import { type Draft, idempotencyKey, removeDraft, removeIdempotencyKey } from "../request/draft";
import { type RequestValues, sentFields } from "../request/schema";
import { useBookingCache } from "./use-booking";

/** Payment method of a request; `none` if it is free. */
export type PayWith = "card" | "wallet" | "spark_token" | "none";

interface RequestToSend {
  values: RequestValues;
  file: File | null;
  method: PayWith;
  /** Id of the authorised payment, if the method is a card. */
  card?: string | undefined;
  /** In pounds or sparks, by the method. */
  price: number;
  /** Cancellation policy that the person was shown. */
  policy: Schemas["Quote"]["cancellation_policy"];
  /** Id of the need on the board for which it is. */
  need?: string | undefined;
}

interface SendCallbacks {
  onSuccess: (booking: Booking) => void;
  onError: (error: unknown) => void;
}

/**
 * Pays for a request and sends it. Every retry (a double press, a lost response, a reload in
 * between) carries the idempotency keys of the first attempt.
 */
export function useSendRequest(draft: DraftEntry<Draft>, skill: Schemas["Skill"]) {
  const store = useBookingCache();
  const cache = useQueryCache();
  const inFlight = useRef(false);
  const send = useMutation({
    mutationFn: (sending: RequestToSend) => payAndBook(draft, skill, sending),
    // Also after the screen was left: a sent request is no draft.
    onSuccess: (booking) => {
      removeDraft(draft);
      store(booking);
      if (booking.need_id) cache.markStale("/api/needs", "/api/needs/{id}");
    },
    onSettled: () => {
      inFlight.current = false;
    },
  });
  return {
    ...send,
    /** Works like `mutate`, but ignores a second press within the same moment. */
    start: (sending: RequestToSend, then: SendCallbacks) => {
      if (inFlight.current) return;
      inFlight.current = true;
      send.mutate(sending, then);
    },
  };
}

async function payAndBook(
  draft: DraftEntry<Draft>,
  skill: Schemas["Skill"],
  sending: RequestToSend,
) {
  try {
    return await attempt(draft, skill, sending);
  } catch (error) {
    // The payment intent expired after a quarter of an hour and was refunded: create another.
    if (sending.method === "card") throw error;
    if (!(error instanceof ApiError) || error.code !== "wallet.intent_expired") throw error;
    removeIdempotencyKey(draft, paymentPurpose(sending));
    return attempt(draft, skill, sending);
  }
}

async function attempt(
  draft: DraftEntry<Draft>,
  skill: Schemas["Skill"],
  sending: RequestToSend,
): Promise<Booking> {
  const intent = await paymentOf(draft, skill, sending);
  const { values, file, method, policy, need } = sending;
  const { data } = await client.POST("/api/bookings", {
    params: {
      header: { "Idempotency-Key": idempotencyKey(draft, bookingPurpose(sending, intent)) },
    },
    ...multipart<FormBody<"create_booking">>({
      skills_id: skill.id,
      booked_user_id: skill.user_id,
      title: `Booking for ${skill.skill_type}`,
      ...sentFields(values),
      cancellation_policy: policy,
      payment_method: method,
      payment_intent_id: intent,
      need_id: need,
      file,
    }),
  });
  return data as Booking;
}

/** Returns the id of the payment; undefined if the booking is free. */
async function paymentOf(
  draft: DraftEntry<Draft>,
  skill: Schemas["Skill"],
  sending: RequestToSend,
): Promise<string | undefined> {
  if (sending.method === "none") return undefined;
  return sending.method === "card" ? sending.card : createPaymentIntent(draft, skill, sending);
}

/** Sets the price aside and returns the payment's id. */
async function createPaymentIntent(
  draft: DraftEntry<Draft>,
  skill: Schemas["Skill"],
  sending: RequestToSend,
): Promise<string> {
  // An unbookable skill must be detected before any money is set aside.
  const { hours } = sending.values;
  await client.GET("/api/bookings/quote", { params: { query: { skills_id: skill.id, hours } } });
  const { data } = await client.POST("/api/users/stripe/payment/intent", {
    params: { header: { "Idempotency-Key": idempotencyKey(draft, paymentPurpose(sending)) } },
    body: {
      amount: sending.price,
      currency: "gbp",
      paymentMethod: sending.method === "spark_token" ? "spark_token" : "wallet",
    },
  });
  return (data as Schemas["Intent"]).payment_intent_id;
}

function paymentPurpose({ method, price }: RequestToSend): string {
  return `pay ${method} ${price}`;
}

/** Returns the purpose of a booking's idempotency key, which depends on all values sent. */
function bookingPurpose(
  { values, file, method, policy }: RequestToSend,
  intent: string | undefined,
): string {
  const attached = file && [file.name, file.size, file.lastModified];
  return `book ${JSON.stringify([values, method, policy, intent, attached])}`;
}
