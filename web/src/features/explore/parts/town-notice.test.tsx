import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { TownNotice } from "./town-notice";

function open(location: string) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, id: "u1" }), refreshToken: "r" });
  const profile = () => success({ id: "u1", location, bio: "", street: "", zip_code: "" });
  mockServer({ "GET /api/users/profile/u1": profile });
  const Component = () => (
    <>
      <TownNotice />
      <p>The rest</p>
    </>
  );
  renderRoutes([{ path: "/", Component }], "/");
}

test("someone without a town is told that nobody nearby finds them, and can set it", async () => {
  open("");
  expect(await screen.findByText("Nobody nearby can find you")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Set your town" }));
  expect(await screen.findByRole("dialog", { name: "Set your town" })).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Your town or city" })).toBeVisible();
});

test("someone with a town is not bothered", async () => {
  open("Leeds");
  expect(await screen.findByText("The rest")).toBeVisible();
  expect(screen.queryByText("Nobody nearby can find you")).toBeNull();
});
