import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Towns } from "./towns";

const PATH = "/api/admin/towns";
const wellow: Schemas["AddedTown"] = {
  id: "w1",
  name: "Wellow",
  area: "Somerset",
  lat: 51.3245,
  lon: -2.3727,
  nearest: "Bath",
  nearest_km: 6.4,
  created_at: "2026-03-02T10:00:00Z",
};

function open(answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["places"] }),
    [`GET ${PATH}`]: () => success([wellow]),
    ...answers,
  });
  renderRoutes([{ path: "/admin/towns", Component: Towns }], "/admin/towns");
  const sent = () => log.find(({ path }) => path === `POST ${PATH}`)?.body;
  return { log, sent, user: userEvent.setup() };
}

test.each(["51.3245, -2.3727", " 51.3245 -2.3727 ", "51.3245,-2.3727", "51.3245; -2.3727"])(
  "a village is added at %s",
  async (point) => {
    const { sent, user } = open({ [`POST ${PATH}`]: () => success(wellow) });
    await user.click(await screen.findByRole("button", { name: "Add a town or village" }));
    await user.type(screen.getByLabelText("Name"), " Wellow ");
    await user.type(screen.getByLabelText(/^Latitude and longitude/), point);
    await user.click(screen.getByRole("button", { name: "Save" }));
    const expected = { name: "Wellow", area: "", lat: 51.3245, lon: -2.3727 };
    await waitFor(() => expect(sent()).toEqual(expected));
  },
);

test.each(["", "51.3245", "N 51, W 2", "51.3, -2.3, 1"])(
  "coordinates such as %j are refused",
  async (point) => {
    const { sent, user } = open();
    await user.click(await screen.findByRole("button", { name: "Add a town or village" }));
    await user.type(screen.getByLabelText("Name"), "Wellow");
    if (point) await user.type(screen.getByLabelText(/^Latitude and longitude/), point);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/^Please write two numbers/)).toBeVisible();
    expect(sent()).toBeUndefined();
  },
);

test("a point abroad is refused beside its field", async () => {
  const { user } = open({
    [`POST ${PATH}`]: () =>
      failure(422, "request.invalid", "Wrong.", { lat: "Please choose a point in the UK." }),
  });
  await user.click(await screen.findByRole("button", { name: "Add a town or village" }));
  await user.type(screen.getByLabelText("Name"), "Paris");
  await user.type(screen.getByLabelText(/^Latitude and longitude/), "48.85, 2.35");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Please choose a point in the UK.")).toBeVisible();
  expect(screen.getByLabelText(/^Latitude and longitude/)).toBeInvalid();
});

test("a town shows where it is, and is deleted after a question", async () => {
  const remove = `DELETE ${PATH}/w1`;
  const { log, user } = open({ [remove]: () => success(null) });
  expect(await screen.findByText(/^51\.3245, -2\.3727: .* from Bath$/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Delete Wellow" }));
  const dialog = within(await screen.findByRole("dialog", {}, { timeout: 15_000 }));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(log.map(({ path }) => path)).toContain(remove));
});
