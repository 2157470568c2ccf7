import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { exchangeSummary } from "../components/cluster-row";
import { Component as Clusters } from "./clusters";

type Cluster = Schemas["Cluster"];

const member = (id: string, firstname: string): Schemas["Member"] => ({
  id,
  firstname,
  lastname: "Shah",
  email: `${firstname.toLowerCase()}@example.org`,
  role: "member",
  status: "active",
  second_factor: false,
  created_at: "2026-03-02T10:00:00Z",
});

const cluster: Cluster = {
  members: [
    { member: member("1", "Priya"), shares: "device" },
    { member: member("2", "Dev"), shares: "device" },
    { member: member("3", "Rex"), shares: "nothing" },
  ],
  bookings: 3,
  cash: 20,
  tokens: 1,
  latest: "2026-03-02T18:21:00Z",
};

afterEach(() => vi.unstubAllGlobals());

function open(clusters: Cluster[]) {
  const accessToken = fakeToken({ id: "me", expiresIn: 900, role: "admin" });
  storeTokens({ accessToken, refreshToken: "r" });
  mockServer({ "GET /api/admin/clusters": () => success(clusters) });
  renderRoutes([{ path: "/admin/clusters", Component: Clusters }], "/admin/clusters");
}

test("members who deal only with each other are listed with links between them", async () => {
  open([cluster]);
  const row = async (name: string) =>
    within((await screen.findByText(name)).closest("li") as HTMLElement);
  expect((await row("Priya Shah")).getByText("Same device")).toBeVisible();
  expect((await row("Dev Shah")).getByText("Same device")).toBeVisible();
  expect((await row("Rex Shah")).queryByText(/^Same/)).toBeNull();
  expect(screen.getByText(/^3 bookings among them, £20.00 and 1 spark, the latest/)).toBeVisible();
});

test("the list is empty without linked accounts", async () => {
  open([]);
  expect(await screen.findByText("No linked accounts found")).toBeVisible();
});

test("free bookings are listed without a price", () => {
  const summary = exchangeSummary({ ...cluster, bookings: 1, cash: 0, tokens: 0 });
  expect(summary).toMatch(/^1 booking among them, the latest /);
});
