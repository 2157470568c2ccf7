import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Calendar } from "./calendar";

afterEach(() => vi.unstubAllGlobals());

const PATH = "/api/bookings/calendar/own";
const of = (secret: string) => ({
  address: `https://example.org/api/calendar/${secret}.ics`,
  since: "2026-03-02T10:00:00Z",
});

function open(answers: Parameters<typeof mockServer>[0]) {
  storeTokens({ accessToken: fakeToken({ id: "ana", expiresIn: 900 }), refreshToken: "r" });
  const sent = mockServer({ "GET /api/site": () => success({ name: "Sparkyard" }), ...answers });
  renderRoutes([{ path: "/", Component: Calendar }], "/");
  return sent;
}

test("a calendar address can be created, opened and copied", async () => {
  open({ [`GET ${PATH}`]: () => success({}), [`POST ${PATH}`]: () => success(of("first")) });
  await userEvent.click(await screen.findByRole("button", { name: "Get an address" }));
  expect(await screen.findByLabelText("Your calendar's address")).toHaveValue(of("first").address);
  expect(screen.getByRole("link", { name: "Open in your calendar" })).toHaveAttribute(
    "href",
    "webcal://example.org/api/calendar/first.ics",
  );
});

test("replacing or removing the address asks first", async () => {
  const sent = open({
    [`GET ${PATH}`]: () => success(of("first")),
    [`POST ${PATH}`]: () => success(of("second")),
    [`DELETE ${PATH}`]: () => success({}),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Get a new address" }));
  expect(await screen.findByText(/The old address stops working at once/)).toBeVisible();
  expect(sent.some(({ path }) => path.startsWith("POST"))).toBe(false);
  const sure = (await screen.findAllByRole("button", { name: "Get a new address" })).at(-1);
  await userEvent.click(sure as HTMLElement);
  const field = screen.getByLabelText("Your calendar's address");
  await waitFor(() => expect(field).toHaveValue(of("second").address));

  await userEvent.click(await screen.findByRole("button", { name: "Remove the address" }));
  await screen.findByText(/that use it stop updating/);
  const remove = (await screen.findAllByRole("button", { name: "Remove the address" })).at(-1);
  await userEvent.click(remove as HTMLElement);
  expect(await screen.findByRole("button", { name: "Get an address" })).toBeVisible();
});

test("a failed creation shows an error", async () => {
  open({ [`GET ${PATH}`]: () => success({}), [`POST ${PATH}`]: () => failure(503, "server.busy") });
  await userEvent.click(await screen.findByRole("button", { name: "Get an address" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Message of server.busy");
});
