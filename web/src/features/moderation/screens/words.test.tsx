import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Words } from "./words";

const cleaning: Schemas["CategoryWords"] = {
  id: "cleaning",
  title: "Cleaning",
  words: ["hoover", "cleaner"],
  added: ["skivvy"],
};
const baking: Schemas["CategoryWords"] = {
  id: "baking",
  title: "Baking",
  words: ["cake"],
  added: [],
};

function open(answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/admin/words": () => success([cleaning, baking]),
    ...answers,
  });
  renderRoutes([{ path: "/admin/words", Component: Words }], "/admin/words");
  return { log, user: userEvent.setup() };
}

test("a word is added to a category and removed", async () => {
  const { log, user } = open({
    "POST /api/admin/words": () => success(cleaning),
    "DELETE /api/admin/words": () => success(cleaning),
  });
  const sent = (path: string) => log.find((request) => request.path === path)?.body;
  await user.type(await screen.findByLabelText("A word for Baking"), " bun {Enter}");
  await waitFor(() =>
    expect(sent("POST /api/admin/words")).toEqual({ category: "baking", word: "bun" }),
  );
  const added = screen.getByRole("list", { name: "Added to Cleaning" });
  await user.click(within(added).getByRole("button", { name: "Remove skivvy" }));
  await waitFor(() =>
    expect(sent("DELETE /api/admin/words")).toEqual({ category: "cleaning", word: "skivvy" }),
  );
});

test("a refusal shows in its place, and the list can be filtered", async () => {
  const { user } = open({
    "POST /api/admin/words": () => failure(409, "skills.too_many_words", "Fifty words."),
  });
  await user.type(await screen.findByLabelText("A word for Baking"), "bun{Enter}");
  expect(await screen.findByText("Fifty words.")).toBeVisible();
  await user.type(screen.getByRole("searchbox"), "HOOV");
  expect(screen.queryByLabelText("A word for Baking")).toBeNull();
  expect(screen.getByLabelText("A word for Cleaning")).toBeVisible();
  await user.type(screen.getByRole("searchbox"), "x");
  expect(screen.getByText("No categories match “HOOVx”.")).toBeVisible();
});
