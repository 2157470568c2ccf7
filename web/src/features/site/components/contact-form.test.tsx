import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { ContactForm } from "./contact-form";

let stamps = 0;
beforeEach(() => {
  stamps = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const form = () =>
  success({ form: `stamp-${++stamps}`, wait_seconds: 3, lifetime_seconds: 86_400 });
const SENT = "POST /api/contact";

function open(answers: Parameters<typeof mockServer>[0]) {
  const log = mockServer({ "GET /api/contact": form, ...answers });
  renderRoutes([{ path: "/contact", Component: ContactForm }], "/contact");
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  return { user, bodies: () => log.filter(({ path }) => path === SENT).map(({ body }) => body) };
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("First name"), "Ana");
  await user.type(screen.getByLabelText("Email"), "ana@example.org");
  await user.type(screen.getByLabelText("Message"), "Hello <b>you</b>");
  await user.click(screen.getByRole("checkbox"));
}

const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole("button", { name: "Send message" }));

test("a message is sent once the form has been open long enough", async () => {
  const { user, bodies } = open({ [SENT]: () => success(undefined) });
  await fill(user);
  await press(user);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await screen.findByRole("heading", { name: "Your message is on its way" })).toHaveFocus();
  expect(bodies()).toEqual([
    {
      firstname: "Ana",
      email: "ana@example.org",
      message: "Hello <b>you</b>",
      privacy: true,
      subject: "",
      form: "stamp-1",
    },
  ]);
  // Another message is written in a new form.
  await user.click(screen.getByRole("button", { name: "Write another message" }));
  await waitFor(() => expect(stamps).toBe(2));
  expect(screen.getByLabelText("Message")).toHaveValue("");
});

test("every missing field is named, and nothing is sent", async () => {
  const { user, bodies } = open({});
  await press(user);
  for (const message of [
    "Please enter your first name",
    "Please enter a valid email address.",
    "Please write a message",
    "Please accept the privacy policy first.",
  ]) {
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  }
  expect(bodies()).toEqual([]);
});

test("the field for robots is hidden from everybody else", () => {
  open({});
  expect(screen.queryByRole("textbox", { name: "Subject" })).toBeNull();
});

test("a form that has expired is opened again, and the text stays", async () => {
  const answers = [failure(409, "site.form_expired", "Please send it again."), success(undefined)];
  const { user, bodies } = open({ [SENT]: () => answers.shift() ?? Response.error() });
  await fill(user);
  await press(user);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await screen.findByText("Please send it again.")).toBeVisible();
  expect(screen.getByLabelText("Message")).toHaveValue("Hello <b>you</b>");
  await press(user);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await screen.findByText(/We answer by email/)).toBeVisible();
  expect(bodies()).toMatchObject([{ form: "stamp-1" }, { form: "stamp-2" }]);
});

test("without a connection it says so, and can be tried again", async () => {
  const answers = [Response.error(), form()];
  const { user, bodies } = open({
    "GET /api/contact": () => answers.shift() ?? Response.error(),
    [SENT]: () => success(undefined),
  });
  await fill(user);
  await press(user);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await screen.findByText(/We answer by email/)).toBeVisible();
  expect(bodies()).toHaveLength(1);
});
