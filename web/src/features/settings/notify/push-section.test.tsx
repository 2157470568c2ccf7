import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { PushSection } from "./push-section";

const KEY =
  "BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U";
const ADD = "POST /api/notifications/push";
const REMOVE = "DELETE /api/notifications/push";

const push = vi.hoisted(() => ({ can: true }));
vi.mock("@/lib/worker", () => ({
  hasWorkers: () => push.can,
  registerWorker: async () => undefined,
}));

let permission: NotificationPermission;
let answer: NotificationPermission;
let subscription: object | null;

beforeEach(() => {
  [permission, answer, subscription, push.can] = ["default", "granted", null, true];
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        expect(applicationServerKey).toHaveLength(65);
        subscription = {
          endpoint: "https://push.example/1",
          options: { applicationServerKey: applicationServerKey.buffer },
          toJSON: () => ({
            endpoint: "https://push.example/1",
            keys: { p256dh: "public", auth: "secret" },
          }),
          unsubscribe: async () => {
            subscription = null;
            return true;
          },
        };
        return subscription;
      },
    },
  };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      permission = answer;
      return permission;
    },
  });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

function open(key: string | undefined = KEY) {
  const log = mockServer({
    "GET /api/notifications/push/key": () => success({ key }),
    [ADD]: () => success(null),
    [REMOVE]: () => success(null),
  });
  renderRoutes([{ path: "/", Component: PushSection }], "/");
  return { log, user: userEvent.setup() };
}

test("a press subscribes this device, and another unsubscribes it", async () => {
  const { log, user } = open();
  await user.click(await screen.findByRole("button", { name: "Turn on push here" }));
  expect(await screen.findByText("Push is on here.")).toBeInTheDocument();
  expect(log.find(({ path }) => path === ADD)?.body).toEqual({
    endpoint: "https://push.example/1",
    p256dh: "public",
    auth: "secret",
  });
  await user.click(screen.getByRole("button", { name: "Turn off push here" }));
  expect(await screen.findByText("Push is off here.")).toBeInTheDocument();
  expect(log.find(({ path }) => path === REMOVE)?.body).toEqual({
    endpoint: "https://push.example/1",
  });
  expect(subscription).toBeNull();
});

test("permission is requested only on a press, and a refusal explained", async () => {
  answer = "denied";
  const { log, user } = open();
  const button = await screen.findByRole("button", { name: "Turn on push here" });
  expect(permission).toBe("default");
  await user.click(button);
  expect(await screen.findByRole("alert")).toHaveTextContent("Allow them in its settings");
  expect(log.some(({ path }) => path === ADD)).toBe(false);
});

test("a site or browser without push says so", async () => {
  open("");
  expect(await screen.findByText(/This site does not send notifications/)).toBeInTheDocument();
  cleanup();
  push.can = false;
  open();
  expect(await screen.findByText(/This browser cannot show notifications/)).toBeInTheDocument();
  expect(screen.queryByRole("button")).toBeNull();
});
