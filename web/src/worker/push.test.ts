import { beforeEach, expect, test, vi } from "vitest";

const shown = vi.fn(async () => undefined);
const subscribe = vi.fn(async () => undefined);
const openWindow = vi.fn(async () => null);
let pages: {
  visibilityState: string;
  focus: () => void;
  postMessage: (message: unknown) => void;
}[];

vi.mock("./scope", () => ({
  scope: {
    registration: { showNotification: shown, pushManager: { subscribe } },
    clients: { matchAll: async () => pages, openWindow },
  },
}));

const { changeSubscription, openFrom, show } = await import("./push");

beforeEach(() => {
  pages = [];
  vi.clearAllMocks();
});

const page = (visibilityState: string) => ({
  visibilityState,
  focus: vi.fn(),
  postMessage: vi.fn(),
});

const notification = (link: unknown) => ({ data: { link } }) as Notification;

test("a push message is shown, even if unreadable", async () => {
  const notice = { title: "Maya", body: "Hello", link: "/chat/7", tag: "abc" };
  await show({ json: () => notice });
  const usual = { icon: "/art/icon-192.png" };
  expect(shown).toHaveBeenLastCalledWith("Maya", {
    ...usual,
    body: "Hello",
    tag: "abc",
    data: { link: "/chat/7" },
  });
  const broken = () => {
    throw new SyntaxError("no JSON");
  };
  for (const data of [null, { json: () => 7 }, { json: () => ({ title: 7 }) }, { json: broken }]) {
    await show(data);
    expect(shown).toHaveBeenLastCalledWith("New notification", {
      ...usual,
      body: "Open the site to read it.",
      tag: "news",
      data: { link: "/explore" },
    });
  }
});

test("a press leads to an open page, preferably a visible one", async () => {
  const [hidden, visible] = [page("hidden"), page("visible")];
  pages = [hidden, visible];
  await openFrom(notification("/chat/7"));
  expect(visible.postMessage).toHaveBeenCalledWith({ type: "open", link: "/chat/7" });
  expect(visible.focus).toHaveBeenCalledOnce();
  expect(hidden.focus).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

test.each([
  ["/chat/7", "/chat/7"],
  ["https://evil.example/x", "/explore"],
  ["//evil.example/x", "/explore"],
  [undefined, "/explore"],
])("without a page, %s opens %s", async (link, expected) => {
  await openFrom(notification(link));
  expect(openWindow).toHaveBeenCalledWith(expected);
});

test("a changed endpoint is resubscribed, and pages are told", async () => {
  const open = page("hidden");
  pages = [open];
  const applicationServerKey = new ArrayBuffer(65);
  await changeSubscription({ options: { applicationServerKey } } as PushSubscription);
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey });
  expect(open.postMessage).toHaveBeenCalledWith({ type: "push-changed" });
  await changeSubscription(null);
  expect(subscribe).toHaveBeenCalledOnce();
});
