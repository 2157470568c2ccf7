import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { routes } from "../routes";
import { Component as InwardDetails } from "./inward-details";

afterEach(() => vi.unstubAllGlobals());

function serve(booking = sampleBooking()) {
  const accessToken = fakeToken({ id: "dev", expiresIn: 900 });
  storeTokens({ accessToken, refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings"] }),
    "GET /api/bookings/7": () => success(booking),
  });
}

/** Whether the one is read before the other. */
const isBefore = (one: Node, other: Node) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

test("what the provider decides by is read before the buttons, how it went after them", async () => {
  serve();
  renderRoutes([{ path: "/inward-details/:id", Component: InwardDetails }], "/inward-details/7");
  const accept = await screen.findByRole("button", { name: "Accept" });
  for (const words of [
    "The kitchen tap drips.",
    "Leeds, LS6",
    "You see the full address once you accept.",
  ]) {
    expect(isBefore(screen.getByText(words), accept)).toBe(true);
  }
  const [price] = screen.getAllByText("£24.00");
  expect(price && isBefore(price, accept)).toBe(true);
  expect(isBefore(accept, screen.getByRole("region", { name: "Progress" }))).toBe(true);
  expect(screen.getByText(/^You see how to reach Ana/)).toBeVisible();
});

test("once accepted, the contact stands there, and the client is named once as a link", async () => {
  const ana = { ...sampleBooking().client, email: "ana@example.org", phone: "07700 900123" };
  serve(sampleBooking({ status: "accepted", actions: ["cancel"], client: ana }));
  renderRoutes([{ path: "/inward-details/:id", Component: InwardDetails }], "/inward-details/7");
  expect(await screen.findByRole("link", { name: "ana@example.org" })).toBeVisible();
  expect(screen.getByRole("link", { name: "07700 900123" })).toHaveAttribute(
    "href",
    "tel:07700900123",
  );
  expect(screen.getAllByRole("link", { name: "Ana Mensah" })).toHaveLength(1);
});

test("both addresses of the client's side lead to one page", async () => {
  const load = async (path: string) => {
    const route = routes.member?.find((known) => known.path === path);
    return typeof route?.lazy === "function" ? await route.lazy() : undefined;
  };
  const progress = await load("/outward-progress/:id");
  expect(progress).toHaveProperty("Component");
  expect(await load("/outward-details/:id")).toBe(progress);
});
