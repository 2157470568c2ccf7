import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { SPARKS } from "@/lib/words";
import { mockServer, renderRoutes, success } from "@/test/app";
import { Landing } from "./landing";

afterEach(() => vi.unstubAllGlobals());

function open(mode?: string) {
  mockServer(
    mode ? { "GET /api/site": () => success({ name: "Hebden Swap", modules: [], mode }) } : {},
  );
  renderRoutes([{ path: "/", Component: Landing }], "/");
}

const page = () => document.body.textContent;

test("with pounds and sparks, both are named", async () => {
  open("cash+tokens");
  expect(await screen.findByText(`Pay in pounds or in sparks. ${SPARKS.what}`)).toBeVisible();
  expect(screen.getByText(/pay in pounds or in sparks, and get it done/)).toBeVisible();
});

test("with sparks only, pounds are not mentioned", async () => {
  open("tokens");
  expect(await screen.findByText(`Pay in sparks. ${SPARKS.what}`)).toBeVisible();
  expect(page()).not.toMatch(/pounds|£/);
});

test("without prices, payment is not mentioned", async () => {
  open("gift");
  expect(await screen.findByText(/help each other for free/)).toBeVisible();
  expect(page()).not.toMatch(/pounds|sparks|pay in|payment/i);
});

test("until the mode is known, no payment is mentioned", async () => {
  open();
  expect(await screen.findByRole("heading", { name: "How Does it Work" })).toBeVisible();
  expect(page()).not.toMatch(/pounds|sparks|pay in|payment|for free:/i);
});

function openWith(site: object) {
  const known = { name: "Hebden Swap", modules: [], mode: "gift", social_links: [], ...site };
  mockServer({ "GET /api/site": () => success(known) });
  renderRoutes([{ path: "/", Component: Landing }], "/");
}

test("apps in stores are linked where the community has them", async () => {
  openWith({ ios_app: "https://apps.apple.com/app/x" });
  const links = await screen.findAllByRole("link", { name: "Get it for iOS" });
  expect(links).toHaveLength(2);
  expect(links[0]).toHaveAttribute("href", "https://apps.apple.com/app/x");
  expect(screen.queryByRole("link", { name: "Get it for Android" })).toBeNull();
});

test("figures are shown where the host wants them, without those of absent modules", async () => {
  openWith({ figures: { neighbours: 1234, skills: 1 } });
  expect(await screen.findByText("1,234")).toBeVisible();
  const figures = screen.getByRole("region", { name: "Our community" });
  expect(figures).toHaveTextContent("1,234 neighbours1 skill on offer");
});

test("pages in social networks are in the footer, and the heading only with them", async () => {
  openWith({ social_links: [{ name: "Facebook", url: "https://www.facebook.com/x" }] });
  const link = await screen.findByRole("link", { name: "Facebook" });
  expect(link).toHaveAttribute("href", "https://www.facebook.com/x");
  cleanup();
  openWith({});
  await screen.findByText(/help each other for free/);
  expect(screen.queryByRole("heading", { name: "Follow us" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Our community" })).toBeNull();
});
