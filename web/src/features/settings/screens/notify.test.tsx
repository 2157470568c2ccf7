import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import type { Choices } from "../api/use-choices";
import type { Preferences } from "../api/use-preferences";
import { Component as Notify } from "./notify";

const PUT = "PUT /api/settings/notifications";
const PUT_PREFERENCES = "PUT /api/settings/preferences";

const choices: Choices = {
  bookingMessages: false,
  orderUpdates: true,
  orderMessages: true,
  promotions: true,
  accountNotifications: true,
  marketingNotifications: true,
};
const preferences: Preferences = { digest: "off", language: "en", languages: ["en"] };

afterEach(() => vi.unstubAllGlobals());

function open(more: Parameters<typeof mockServer>[0]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["settings", "skills"] }),
    "GET /api/settings/notifications": () => success(choices),
    "GET /api/settings/preferences": () => success(preferences),
    [PUT]: (body) => success(body),
    [PUT_PREFERENCES]: (body) => success({ ...preferences, ...(body as object) }),
    ...more,
  });
  renderRoutes([{ path: "/settings/notify", Component: Notify }], "/settings/notify");
  return { log, user: userEvent.setup() };
}

const toggle = (name: string) => screen.findByRole("switch", { name });

test("a switch changes at once, and is sent with all others", async () => {
  const { log, user } = open({});
  await user.click(await toggle("Promotions"));
  expect(await toggle("Promotions")).not.toBeChecked();
  await user.click(await toggle("Booking messages"));
  await waitFor(() => expect(log.filter(({ path }) => path === PUT)).toHaveLength(2));
  expect(log.findLast(({ path }) => path === PUT)?.body).toEqual({
    ...choices,
    promotions: false,
    bookingMessages: true,
  });
  expect(await screen.findByText("Saved")).toBeInTheDocument();
});

test("a failed switch is reverted alone", async () => {
  const answers = [failure(503, "request.busy"), undefined];
  const { log, user } = open({ [PUT]: (body) => answers.shift() ?? success(body) });
  await user.click(await toggle("Promotions"));
  await user.click(await toggle("Order updates"));
  await waitFor(() => expect(log.filter(({ path }) => path === PUT)).toHaveLength(2));
  await waitFor(async () => expect(await toggle("Promotions")).toBeChecked());
  expect(await toggle("Order updates")).not.toBeChecked();
});

test("a chosen digest is sent with the other choices", async () => {
  const quietHours = { from: 1320, until: 420 };
  const { log, user } = open({
    "GET /api/settings/preferences": () => success({ ...preferences, quietHours }),
  });
  await user.click(await screen.findByRole("radio", { name: /Every week/ }));
  await waitFor(() =>
    expect(log.find(({ path }) => path === PUT_PREFERENCES)?.body).toEqual({
      digest: "weekly",
      language: "en",
      quietHours,
    }),
  );
  expect(await screen.findByRole("radio", { name: /Every week/ })).toBeChecked();
});

test("quiet hours default to a night, and save on blur", async () => {
  const { log, user } = open({});
  const sent = () => log.filter(({ path }) => path === PUT_PREFERENCES).map(({ body }) => body);
  await user.click(await toggle("Quiet hours"));
  const until = await screen.findByLabelText("Until");
  expect(screen.getByLabelText("From")).toHaveValue("22:00");
  expect(until).toHaveValue("07:00");
  await waitFor(() =>
    expect(sent()).toEqual([
      { digest: "off", language: "en", quietHours: { from: 1320, until: 420 } },
    ]),
  );
  // While equal to the start, nothing is sent.
  await user.clear(until);
  await user.type(until, "22:00");
  await user.tab();
  expect(await screen.findByText("Choose two different times.")).toBeInTheDocument();
  expect(sent()).toHaveLength(1);
  await user.clear(until);
  await user.type(until, "08:30");
  await user.tab();
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({ quietHours: { from: 1320, until: 510 } });
  await user.click(await toggle("Quiet hours"));
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()[2]).toEqual({ digest: "off", language: "en" });
  expect(screen.queryByLabelText("From")).not.toBeInTheDocument();
});

test("a failed choice shows the server's state", async () => {
  const { user } = open({ [PUT_PREFERENCES]: () => failure(503, "request.busy") });
  await user.click(await screen.findByRole("radio", { name: /Every day/ }));
  await waitFor(() => expect(screen.getByRole("radio", { name: /Never/ })).toBeChecked());
});

test("a language is chosen where there are several", async () => {
  const { log, user } = open({
    "GET /api/settings/preferences": () => success({ ...preferences, languages: ["cy", "en"] }),
  });
  await user.selectOptions(await screen.findByLabelText("Language of emails"), "Cymraeg");
  await waitFor(() =>
    expect(log.find(({ path }) => path === PUT_PREFERENCES)?.body).toMatchObject({
      language: "cy",
    }),
  );
});

test("with a single language the choice is absent", async () => {
  open({});
  await toggle("Quiet hours");
  expect(screen.queryByLabelText("Language of emails")).not.toBeInTheDocument();
});

test.each([
  ["a skill and no message", { orderMessages: false, orderUpdates: false }, [{ id: "s1" }], true],
  ["no skill", { orderMessages: false, orderUpdates: false }, [], false],
  ["one switch on", { orderMessages: false }, [{ id: "s1" }], false],
])("the warning depends on skills and switches: %s", async (_, off, skills, warned) => {
  const { log } = open({
    "GET /api/settings/notifications": () => success({ ...choices, ...off }),
    "GET /api/skills/user/all": () => success(skills),
  });
  await toggle("Promotions");
  if (warned) {
    const note = (await screen.findByText("Neighbours can't reach you.")).closest("p");
    expect(note && within(note).getByText(/neither email nor push/)).toBeTruthy();
    return;
  }
  await waitFor(() =>
    expect(log.some(({ path }) => path.includes("/skills/"))).toBe("orderUpdates" in off),
  );
  expect(screen.queryByText("Neighbours can't reach you.")).not.toBeInTheDocument();
});
