import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderRoutes, success } from "@/test/app";
import { CategoryChips } from "./category-chips";

const category = (id: string, title: string) => ({ id, title, name: title, thumbnail: "" });
const cleaning = category("cleaning", "Cleaning");
const baking = category("baking", "Baking");

function open() {
  vi.stubGlobal("fetch", async (request: Request) => {
    const q = new URL(request.url).searchParams.get("q");
    return success(q === null ? [cleaning, baking] : q === "hoover" ? [cleaning] : []);
  });
  renderRoutes([{ path: "/", element: <CategoryChips chosen={null} /> }], "/");
  return userEvent.setup();
}

test("an everyday word finds its category", async () => {
  const user = open();
  await screen.findByRole("link", { name: "Baking" });
  await user.type(screen.getByRole("searchbox"), "hoover");
  expect(await screen.findByRole("link", { name: "Cleaning" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Baking" })).toBeNull();
  await user.clear(screen.getByRole("searchbox"));
  await user.type(screen.getByRole("searchbox"), "zzzz");
  expect(await screen.findByText("No skills match “zzzz”.")).toBeVisible();
});
