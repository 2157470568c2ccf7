import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { ReachPanel } from "./reach-panel";

const taps = { id: "taps", skill_type: "Plumbing", hourly_rate: 12, spark_token: 6 };
const bikes = { ...taps, id: "bikes", skill_type: "Bike repair" };
const person = { id: "olu", firstname: "Olu", bookable: true, skills: [taps] };
const days = [
  { date: "2099-03-08", slots: [] },
  { date: "2099-03-09", slots: ["2099-03-09T09:00:00Z", "2099-03-09T09:30:00Z"] },
];

function open(over: object, free: object) {
  storeTokens({ accessToken: fakeToken({ id: "ana", expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ modules: ["bookings", "chat"], mode: "cash+tokens" }),
    "GET /api/bookings/availability/olu": () => success(free),
  });
  const shown = { ...person, ...over } as Schemas["PublicProfile"];
  renderRoutes([{ path: "/", element: <ReachPanel person={shown} /> }], "/");
}

test("a profile shows the next free time, with links to write and book", async () => {
  open({}, { anytime: false, days });
  expect(await screen.findByText("Next free: Mon 9 Mar 2099, 09:00")).toBeVisible();
  expect(screen.getByRole("link", { name: "Message Olu" })).toHaveAttribute("href", "/chat/olu");
  expect(screen.getByRole("link", { name: "Book Olu" })).toHaveAttribute(
    "href",
    "/book-service?user=olu&skill=taps",
  );
});

test("with several skills, one is chosen first", async () => {
  open({ skills: [taps, bikes] }, { anytime: true, days: [] });
  expect(await screen.findByText("Olu has not set any hours: suggest a time")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Book Olu" }));
  await screen.findByRole("dialog", { name: "What do you need?" });
  expect(screen.getByRole("link", { name: /^Bike repair/ })).toHaveAttribute(
    "href",
    "/book-service?user=olu&skill=bikes",
  );
});

test("a person who takes no bookings can be messaged", async () => {
  open({ bookable: false }, {});
  expect(await screen.findByRole("link", { name: "Message Olu" })).toBeVisible();
  expect(screen.queryByText("Book Olu")).toBeNull();
  expect(screen.queryByText(/free/)).toBeNull();
});
