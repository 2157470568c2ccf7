import { screen } from "@testing-library/react";
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
