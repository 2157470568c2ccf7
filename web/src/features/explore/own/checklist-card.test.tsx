import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { mockServer, renderRoutes, success } from "@/test/app";
import { CompleteProfile } from "../components/complete-profile-card";
import { ChecklistCard } from "./checklist-card";

const checklist = {
  photo: true,
  skill: false,
  kyc: false,
  bio: true,
  linked_account: false,
};

afterEach(() => vi.unstubAllGlobals());

function open(
  modules: string[],
  done: Partial<Schemas["Checklist"]> = {},
  mode: Schemas["Site"]["mode"] = "cash+tokens",
) {
  mockServer({ "GET /api/site": () => success({ name: "Sparkyard", modules, mode }) });
  const profile = { checklist: { ...checklist, ...done } } as Schemas["Profile"];
  const element = (
    <>
      <ChecklistCard profile={profile} />
      <CompleteProfile profile={profile} />
    </>
  );
  renderRoutes([{ path: "/", element }], "/");
}

const destinations = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

test("available items are counted, and link to their forms", async () => {
  open(["skills", "kyc"]);
  expect(await screen.findByText("2/4 done")).toBeVisible();
  expect(screen.getByText("2 of 4 done. Next: add a skill")).toBeInTheDocument();
  expect(destinations()).toEqual(["/settings/skill/add", "/settings/kyc", "/user"]);
});

test("switched-off items are omitted, so that a profile can be complete", async () => {
  open(["skills"], { skill: true });
  expect(await screen.findByText("3/3 done")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Your profile is complete" })).toBeVisible();
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("a payout account is asked for where pounds are used", async () => {
  open(["payouts"]);
  expect(await screen.findByText("2/3 done")).toBeVisible();
  expect(destinations()).toEqual(["/get-paid", "/user"]);
});

test("no payout account is asked for where sparks only are used", async () => {
  open(["payouts"], {}, "tokens");
  expect(await screen.findByText("2/2 done")).toBeVisible();
});
