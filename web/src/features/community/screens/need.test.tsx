import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Need } from "./need";

afterEach(() => vi.unstubAllGlobals());

const maya = { id: "maya", name: "Maya Roe", location: "Leeds", distance: 3.2 };
const dev = { id: "dev", name: "Dev Kaur", location: "York" };

const need: Schemas["Need"] = {
  id: "n1",
  author: maya,
  title: "A ladder",
  text: "For the gutters",
  category: "tool-sharing",
  category_title: "Tool sharing",
  days: 14,
  tokens: 2.5,
  until: "2099-03-09T10:00:00Z",
  state: "open",
  moderation: "visible",
  answers: 0,
  is_own: false,
  is_answered: false,
  helpers: [],
  created_at: "2099-03-02T10:00:00Z",
};

const own: Schemas["Need"] = {
  ...need,
  is_own: true,
  answers: 1,
  helpers: [{ person: dev, answered_at: "2099-03-02T11:00:00Z", skill_id: "s1" }],
};

const ALL = ["community", "chat", "bookings", "wallet", "timebank", "moderation"];

function open(
  shown: Schemas["Need"] | Response,
  answers: Parameters<typeof mockServer>[0] = {},
  modules = ALL,
) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ modules, mode: "tokens" }),
    "GET /api/needs/n1": () => (shown instanceof Response ? shown.clone() : success(shown)),
    ...answers,
  });
  const routes = [
    { path: "/needs/:id", Component: Need },
    { path: "/community", element: <p>The board</p> },
  ];
  const router = renderRoutesWithToasts(routes, "/needs/n1");
  return { log, router, user: userEvent.setup() };
}

test("a neighbour answers with a message, and is led to the conversation", async () => {
  const post = "POST /api/needs/n1/answers";
  const { log, user } = open(need, {
    [post]: () => success({ ...need, answers: 1, is_answered: true }),
  });
  expect(await screen.findByRole("link", { name: "Maya Roe" })).toBeVisible();
  expect(screen.getByText("3.2 km")).toBeVisible();
  const button = await screen.findByRole("button", { name: "I can help" });
  await user.click(button);
  expect(screen.getByText("Say in a line how you can help")).toBeVisible();
  expect(log.map(({ path }) => path)).not.toContain(post);
  await user.type(screen.getByLabelText("Message to Maya"), "I have one in the shed");
  await user.click(button);
  expect(await screen.findByRole("heading", { name: "You have answered" })).toBeVisible();
  expect(log.find(({ path }) => path === post)?.body).toEqual({
    message: "I have one in the shed",
  });
  expect(screen.getByRole("link", { name: "Go to your messages" })).toHaveAttribute(
    "href",
    "/chat/maya",
  );
});

test("a refused message is told beside its field", async () => {
  const { user } = open(need, {
    "POST /api/needs/n1/answers": () =>
      failure(422, "chat.say_more", "Say a little more.", { message: "Say a little more." }),
  });
  await user.type(await screen.findByLabelText("Message to Maya"), "Yes");
  await user.click(screen.getByRole("button", { name: "I can help" }));
  expect(await screen.findByText("Say a little more.")).toBeVisible();
});

test("without messages a button is enough", async () => {
  const post = "POST /api/needs/n1/answers";
  const { log, user } = open(need, { [post]: () => success({ ...need, is_answered: true }) }, [
    "community",
  ]);
  await user.click(await screen.findByRole("button", { name: "I can help" }));
  expect(await screen.findByRole("heading", { name: "You have answered" })).toBeVisible();
  expect(log.find(({ path }) => path === post)?.body).toEqual({});
  expect(screen.queryByRole("link", { name: "Go to your messages" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Report this need" })).toBeNull();
});

test("the author books who answered, and says who helped", async () => {
  const put = "PUT /api/needs/n1/close";
  const { log, user } = open(own, { [put]: () => success({ ...own, state: "closed" }) });
  expect(await screen.findByRole("link", { name: "Book Dev" })).toHaveAttribute(
    "href",
    "/book-service?user=dev&skill=s1&need=n1",
  );
  expect(screen.getByRole("link", { name: "Message Dev" })).toHaveAttribute("href", "/chat/dev");
  expect(screen.queryByRole("button", { name: "I can help" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Sorted, thank you" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("radio", { name: "Dev Kaur" })).toBeChecked();
  await user.click(within(dialog).getByRole("radio", { name: "Somebody else, or nobody" }));
  await user.click(within(dialog).getByRole("button", { name: "Sorted, thank you" }));
  await waitFor(() => expect(log.find(({ path }) => path === put)?.body).toEqual({}));
});

test("an expired need is renewed by one tap", async () => {
  const put = "PUT /api/needs/n1/renew";
  const { log, user } = open({ ...own, state: "expired" }, { [put]: () => success(own) });
  expect(await screen.findByText("Expired")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Change" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Renew for 14 days" }));
  await waitFor(() => expect(log.map(({ path }) => path)).toContain(put));
});

test("a sorted need leads to giving sparks; a need taken down tells why", async () => {
  open({ ...own, state: "closed", helped: dev });
  expect(await screen.findByText("Dev Kaur helped. Thank you!")).toBeVisible();
  expect(screen.getByRole("link", { name: "Give Dev sparks" })).toHaveAttribute(
    "href",
    "/give-sparks?to=dev",
  );
  expect(screen.queryByRole("button", { name: "Sorted, thank you" })).toBeNull();
});

test("the author reads why a need was taken down", async () => {
  open({ ...own, moderation: "removed", taken_down_reason: "It asks for money first." });
  expect(await screen.findByText(/The reason: It asks for money first\./)).toBeVisible();
  expect(screen.queryByRole("button", { name: /Renew/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Delete" })).toBeVisible();
});

test("the author of a first need reads that a moderator looks at it", async () => {
  open({ ...own, answers: 0, moderation: "held" });
  expect(await screen.findByText("In review")).toBeVisible();
  expect(screen.getByText(/Only you and the moderators see this/)).toBeVisible();
  expect(screen.queryByText(/Nobody has answered yet/)).toBeNull();
  expect(screen.queryByRole("button", { name: /Renew/ })).toBeNull();
  expect(screen.getByRole("link", { name: "Change" })).toBeVisible();
});

test("a need that is gone leads back to the board", async () => {
  open(failure(404, "community.need_not_found"));
  expect(await screen.findByText("This need is not on the board")).toBeVisible();
  expect(screen.getByRole("link", { name: "See the board" })).toHaveAttribute("href", "/community");
});

test("a deleted need leads back to the board", async () => {
  const { user } = open(own, { "DELETE /api/needs/n1": () => success({ id: "n1" }) });
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("The board")).toBeVisible();
});

test("the author books a neighbour for the need, and is told why another cannot be booked", async () => {
  const cy = { id: "cy", name: "Cy Roe", location: "Leeds" };
  const helpers = [...own.helpers, { person: cy, answered_at: "2099-03-02T12:00:00Z" }];
  open({ ...own, answers: 2, helpers });
  expect(await screen.findByRole("link", { name: "Book Dev" })).toHaveAttribute(
    "href",
    "/book-service?user=dev&skill=s1&need=n1",
  );
  expect(screen.queryByRole("link", { name: "Book Cy" })).toBeNull();
  expect(screen.getByText(/^Cy has listed no skill in Tool sharing yet/)).toBeVisible();
});

test("an arranged need leads to its booking, and can be posted again", async () => {
  open({ ...own, state: "arranged", arranged_with: dev, booking_id: 7 });
  expect(await screen.findByText(/^You have booked Dev Kaur for it/)).toBeVisible();
  expect(screen.getByText("Arranged")).toBeVisible();
  expect(screen.getByRole("link", { name: "See the booking" })).toHaveAttribute(
    "href",
    "/outward-progress/7",
  );
  expect(screen.queryByRole("link", { name: "Book Dev" })).toBeNull();
  expect(screen.getByRole("button", { name: "Post it again for 14 days" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Sorted, thank you" })).toBeVisible();
});

test.each([
  {
    name: "without a fitting skill they can add one",
    shown: { offers_skill: false },
    text: /To book you, they need a skill of yours that fits/,
    link: "Add Tool sharing to my skills",
  },
  {
    name: "who is booked is led to the booking",
    shown: { state: "arranged", arranged_with: dev, booking_id: 7 },
    text: "Maya has booked you for this.",
    link: "See the booking",
  },
  {
    name: "others learn that it is arranged",
    shown: { state: "arranged", arranged_with: dev },
    text: "Maya has arranged this with Dev Kaur. Thank you for offering.",
    link: "Go to your messages",
  },
] as const)("after an answer, $name", async ({ shown, text, link }) => {
  open({ ...need, answers: 1, is_answered: true, offers_skill: true, ...shown });
  expect(await screen.findByText(text)).toBeVisible();
  expect(await screen.findByRole("link", { name: link })).toBeVisible();
});
