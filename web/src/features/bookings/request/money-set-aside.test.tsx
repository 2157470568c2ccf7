import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { createAppQueryClient } from "@/lib/api/query-client";
import { failure, mockServer, success } from "@/test/app";
import { useSendRequest } from "../api/use-send-request";
import { requestDraft } from "./draft";
import { emptyRequest } from "./schema";

afterEach(() => vi.unstubAllGlobals());

const INTENT = "POST /api/users/stripe/payment/intent";
const skill = { id: "taps", user_id: "olu", skill_type: "Plumbing" } as Schemas["Skill"];

function send(quote: () => Response) {
  const log = mockServer({
    "GET /api/bookings/quote": quote,
    [INTENT]: () => success({ payment_intent_id: "pi" }),
  });
  const client = createAppQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const draft = requestDraft("ana", "taps");
  const { result } = renderHook(() => useSendRequest(draft, skill), { wrapper });
  const onError = vi.fn();
  result.current.start(
    { values: emptyRequest, file: null, method: "wallet", price: 20, policy: "flexible" },
    { onSuccess: vi.fn(), onError },
  );
  return { onError, requests: () => log.map(({ path }) => path) };
}

test("no money is set aside for an unbookable skill", async () => {
  const { onError, requests } = send(() => failure(404, "bookings.skill_not_found"));
  await waitFor(() => expect(onError).toHaveBeenCalled());
  expect(onError.mock.calls[0]?.[0]).toMatchObject({ code: "bookings.skill_not_found" });
  expect(requests()).toEqual(["GET /api/bookings/quote"]);
});

test("money is set aside for a bookable skill", async () => {
  const { requests } = send(() => success({}));
  await waitFor(() => expect(requests()).toContain(INTENT));
});
