import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { useAvailability } from "../api/use-availability";
import { WhoMayAsk } from "./who-may-ask";

afterEach(() => vi.unstubAllGlobals());

const OWN = "/api/bookings/availability/own";
const own = { weekly: [], blocked: [], who_may_ask: "everyone" };

function Own() {
  const { data } = useAvailability();
  return data ? <WhoMayAsk availability={data} /> : null;
}

function open(modules: string[], answers: Parameters<typeof mockServer>[0] = {}) {
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules }),
    [`GET ${OWN}`]: () => success(own),
    ...answers,
  });
  renderRoutes([{ path: "/", Component: Own }], "/");
  return { log, user: userEvent.setup() };
}

test("the choice is saved at once", async () => {
  const { log, user } = open(["kyc"], {
    [`PUT ${OWN}`]: () => success({ ...own, who_may_ask: "verified" }),
  });
  expect(await screen.findByRole("radio", { name: "Everyone" })).toBeChecked();
  await user.click(await screen.findByRole("radio", { name: /^Verified people/ }));
  await waitFor(() =>
    expect(log).toContainEqual({ path: `PUT ${OWN}`, body: { who_may_ask: "verified" } }),
  );
  expect(screen.getByRole("radio", { name: /^Verified people/ })).toBeChecked();
});

test("a failed save is reported, and the old choice is back", async () => {
  const { user } = open([], { [`PUT ${OWN}`]: () => failure(503, "db.busy", "Busy just now") });
  await user.click(await screen.findByRole("radio", { name: /reviewed exchange/ }));
  expect(await screen.findByText("Busy just now")).toBeVisible();
  expect(screen.getByRole("radio", { name: "Everyone" })).toBeChecked();
  expect(screen.queryByRole("radio", { name: /^Verified people/ })).toBeNull();
});
