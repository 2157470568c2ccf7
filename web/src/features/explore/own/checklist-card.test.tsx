import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { mockServer, renderRoutes } from "@/test/app";
import { CompleteProfile } from "../components/complete-profile-card";
import { ChecklistCard } from "./checklist-card";

const checklist = {
  photo: true,
  skill: false,
  kyc: false,
  bio: true,
  payment_method: false,
  linked_account: false,
};

afterEach(() => vi.unstubAllGlobals());

/** Shows every place that has the checklist, with the steps that the server says are needed. */
function open(
  needed: Schemas["ProfileStep"][],
  done: Partial<Omit<Schemas["Checklist"], "needed">> = {},
) {
  mockServer({});
  const profile = { checklist: { ...checklist, ...done, needed } } as Schemas["Profile"];
  const element = (
    <>
      <ChecklistCard profile={profile} />
      <CompleteProfile profile={profile} />
    </>
  );
  renderRoutes([{ path: "/", element }], "/");
}

const destinations = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

test("needed steps are counted alike everywhere, and link to their forms", async () => {
  open(["photo", "skill", "bio", "kyc", "payment_method", "linked_account"]);
  expect(await screen.findByText("2/6 done")).toBeVisible();
  expect(screen.getByText("2 of 6 done. Next: add a skill")).toBeInTheDocument();
  expect(destinations()).toEqual([
    "/settings/skill/add",
    "/settings/kyc",
    "/add-bills",
    "/get-paid",
    "/user",
  ]);
});

test("a kept card is a step that is done", async () => {
  open(["photo", "bio", "payment_method", "linked_account"], { payment_method: true });
  expect(await screen.findByText("3/4 done")).toBeVisible();
  expect(screen.getByText("3 of 4 done. Next: add a bank account")).toBeInTheDocument();
});

test("steps that are not needed are omitted, so that a profile can be complete", async () => {
  open(["photo", "skill", "bio"], { skill: true });
  expect(await screen.findByText("3/3 done")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Your profile is complete" })).toBeVisible();
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(screen.queryByText(/card|payout/)).toBeNull();
});
