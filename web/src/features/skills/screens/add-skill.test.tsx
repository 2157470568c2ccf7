import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { emptyDraft, skillDraft } from "../wizard/draft";
import { Component as AddSkill } from "./add-skill";

const saved = skillDraft("u1");
const draft = { ...emptyDraft, skill: "Plumbing", level: "expert", description: "Taps" } as const;

/** A fake upload that runs until it is answered. */
const upload = vi.hoisted(() => ({
  answer: undefined as ((response: Response) => void) | undefined,
}));
vi.mock("@/lib/api/progress", () => ({
  withProgress: () => () =>
    new Promise<Response>((resolve) => {
      upload.answer = resolve;
    }),
}));

afterEach(() => {
  upload.answer = undefined;
  vi.unstubAllGlobals();
});

function open(
  server: Parameters<typeof mockServer>[0] = {},
  modules = ["skills"],
  search = "?step=5",
) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  saved.save(draft);
  mockServer({ "GET /api/site": () => success({ name: "Sparkyard", modules }), ...server });
  const router = renderRoutesWithToasts(
    [
      { path: "/settings/skill/add", element: <AddSkill /> },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    `/settings/skill/add${search}`,
  );
  return { router, user: userEvent.setup() };
}

async function add(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole("button", { name: "Add skill" }));
  await waitFor(() => expect(upload.answer).toBeDefined());
}

test("an added skill leaves no draft and leads to the skills", async () => {
  const { router, user } = open();
  await add(user);
  await act(async () => upload.answer?.(success({ approval_status: "approved" })));
  expect(await screen.findByText("Elsewhere")).toBeVisible();
  expect(router.state.location.pathname).toBe("/settings/skills");
  expect(saved.load()).toEqual(emptyDraft);
});

test("leaving during the upload still removes the draft and confirms", async () => {
  const { router, user } = open();
  await add(user);
  await act(() => router.navigate("/explore"));
  expect(saved.load()).toEqual(draft);
  await act(async () => upload.answer?.(success({ approval_status: "approved" })));
  expect(await screen.findByText("Your skill has been added.")).toBeVisible();
  expect(saved.load()).toEqual(emptyDraft);
  expect(router.state.location.pathname).toBe("/explore");
});

test("a member without opening hours is asked for them", async () => {
  const own = () => success({ weekly: [], blocked: [] });
  const { router, user } = open({ "GET /api/bookings/availability/own": own }, [
    "skills",
    "bookings",
  ]);
  await add(user);
  await act(async () => upload.answer?.(success({ approval_status: "approved" })));
  expect(await screen.findByText("Elsewhere")).toBeVisible();
  expect(router.state.location).toMatchObject({
    pathname: "/settings/availability",
    search: "?after=skill",
  });
});

test("a skill filled in for a need takes one tap, leads back to it, and spares the other draft", async () => {
  const filled = "?step=5&need=n1&skill=Gardening&about=I+can+help+with+hedges.";
  const { router, user } = open({}, ["skills"], filled);
  expect(await screen.findByText("Gardening · Intermediate")).toBeVisible();
  expect(screen.getByText("I can help with hedges.")).toBeVisible();
  expect(screen.getAllByRole("link", { name: /Back/ }).at(-1)).toHaveAttribute(
    "href",
    "/settings/skill/add?step=4&need=n1&skill=Gardening&about=I+can+help+with+hedges.",
  );
  await add(user);
  await act(async () => upload.answer?.(success({ approval_status: "approved" })));
  expect(await screen.findByText("Elsewhere")).toBeVisible();
  expect(router.state.location.pathname).toBe("/needs/n1");
  expect(saved.load()).toEqual(draft);
});
