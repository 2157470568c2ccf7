import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Categories } from "./categories";

const category = (id: string, title: string): Schemas["CategoryForAdmin"] => ({
  id,
  title,
  icon: id,
  thumbnail: `/art/${id}.svg`,
  is_hidden: false,
  skills: 3,
  is_built_in: true,
});
const baking = category("baking", "Baking");
const cooking = category("cooking", "Cooking");
const old = {
  ...category("cakes", "Cakes"),
  is_built_in: false,
  is_hidden: true,
  moved_to: "baking",
};

function open(answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["skills"] }),
    "GET /api/admin/categories": () => success([baking, cooking, old]),
    ...answers,
  });
  renderRoutes([{ path: "/admin/categories", Component: Categories }], "/admin/categories");
  const sent = (path: string) => log.find((request) => request.path === path)?.body;
  return { sent, user: userEvent.setup() };
}

test("a category is added with a picture, in its place", async () => {
  const { sent, user } = open({ "POST /api/admin/categories": () => success(baking) });
  await user.click(await screen.findByRole("button", { name: "Add a category" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Please write at least 2 characters")).toBeVisible();
  await user.type(screen.getByLabelText("Name"), " Bee keeping ");
  await user.selectOptions(screen.getByLabelText("Place in the list"), "After Baking");
  await user.click(screen.getByRole("radio", { name: "cooking" }));
  expect(screen.queryByRole("radio", { name: "cakes" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent("POST /api/admin/categories")).toEqual({
      title: "Bee keeping",
      icon: "cooking",
      after: "baking",
    }),
  );
});

test("a refusal stands beside its field", async () => {
  const { user } = open({
    "PUT /api/admin/categories/baking": () =>
      failure(422, "request.invalid", "Taken.", {
        title: "There is a category of this name already.",
      }),
  });
  await user.click(await screen.findByRole("button", { name: "Edit Baking" }));
  await user.clear(screen.getByLabelText("Name"));
  await user.type(screen.getByLabelText("Name"), "Cooking");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const [refusal] = await screen.findAllByText("There is a category of this name already.");
  expect(refusal).toBeVisible();
  expect(screen.getByLabelText("Name")).toBeInvalid();
});

test("a category is hidden and keeps its place", async () => {
  const put = "PUT /api/admin/categories/cooking";
  const { sent, user } = open({ [put]: () => success(cooking) });
  await user.click(await screen.findByRole("button", { name: "Edit Cooking" }));
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  const expected = { title: "Cooking", icon: "cooking", is_hidden: true };
  await waitFor(() => expect(sent(put)).toEqual(expected));
});

test("skills move into a category that is shown", async () => {
  const put = "PUT /api/admin/categories/cooking/move";
  const { sent, user } = open({ [put]: () => success(cooking) });
  expect(await screen.findByText("Hidden, moved to Baking")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Move skills of Cooking" }));
  const dialog = within(await screen.findByRole("dialog", {}, { timeout: 15_000 }));
  const names = dialog.getAllByRole("option").map((option) => option.textContent);
  expect(names).toEqual(["Choose a category", "Baking"]);
  await user.selectOptions(dialog.getByLabelText("To"), "Baking");
  await user.click(dialog.getByRole("button", { name: "Move" }));
  await waitFor(() => expect(sent(put)).toEqual({ to: "baking" }));
});
