import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { createAppQueryClient } from "@/lib/api/query-client";
import { success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { changeDraft, emptyDraft, requestDraft } from "../request/draft";
import { emptyRequest } from "../request/schema";
import { useSendRequest } from "./use-send-request";

afterEach(() => vi.unstubAllGlobals());

function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={createAppQueryClient()}>{children}</QueryClientProvider>;
}

const skill = { id: "skill", user_id: "dev", skill_type: "Plumbing" } as Schemas["Skill"];
const values = { ...emptyRequest, description: "It drips", date: "2099-03-08", time: "17:00" };
const sending = { values, file: null, method: "none", price: 0, policy: "flexible" } as const;

/** Sends a request whose response arrives when `answer` is called. */
function send() {
  const draft = requestDraft("ana", skill.id);
  changeDraft(draft, { description: "It drips" });
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const callbacks = { onSuccess: vi.fn(), onError: vi.fn() };
  const { result, unmount } = renderHook(() => useSendRequest(draft, skill), { wrapper: Queries });
  result.current.start(sending, callbacks);
  return { draft, unmount, answer: (response: Response) => answer(response) };
}

test("a sent request deletes its draft, even after leaving the screen", async () => {
  const { draft, unmount, answer } = send();
  await waitFor(() => expect(Object.keys(draft.load().keys)).toHaveLength(1));
  unmount();
  answer(success(sampleBooking()));
  await waitFor(() => expect(draft.load()).toEqual(emptyDraft));
});

test("a refused request keeps its draft", async () => {
  const { draft, answer } = send();
  await waitFor(() => expect(Object.keys(draft.load().keys)).toHaveLength(1));
  answer(Response.json({ status: "error", code: "x", message: "No" }, { status: 409 }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(draft.load().description).toBe("It drips");
});
