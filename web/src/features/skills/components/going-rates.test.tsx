import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createAppQueryClient } from "@/lib/api/query-client";
import { mockServer, success } from "@/test/app";
import { GoingRates } from "./going-rates";

afterEach(() => vi.unstubAllGlobals());

function open(rate: string, rates: object | null) {
  const onTake = vi.fn();
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["skills"], mode: "both" }),
    "GET /api/skills/rates": () => success(rates),
  });
  render(
    <QueryClientProvider client={createAppQueryClient()}>
      <GoingRates skill="Plumbing" rate={rate} onTake={onTake} />
    </QueryClientProvider>,
  );
  return { log, onTake, user: userEvent.setup() };
}

const rates = { people: 6, low: 12, typical: 15, high: 18 };

test("the usual rates show, and can be taken over", async () => {
  const { user, onTake } = open("5.00", rates);
  expect(
    await screen.findByText(/^6 neighbours near you .* £12\.00 to £18\.00 an hour\.$/),
  ).toBeVisible();
  expect(screen.queryByText(/Is that right/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Use £15.00" }));
  expect(onTake).toHaveBeenCalledWith("15.00");
});

test("a rate far above is questioned", async () => {
  open("1500", rates);
  expect(
    await screen.findByText(/^£1,500\.00 is more than ten times .* Is that right\?$/),
  ).toBeVisible();
});

test("with too few rates nothing shows", async () => {
  const { log } = open("1500", null);
  await waitFor(() => expect(log.map(({ path }) => path)).toContain("GET /api/skills/rates"));
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByText(/neighbours near you/)).toBeNull();
});
