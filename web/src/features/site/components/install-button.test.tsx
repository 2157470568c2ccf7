import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchInstall } from "@/lib/install";
import { renderRoutes } from "@/test/app";
import { Hero } from "./hero";

beforeEach(() => vi.stubGlobal("isSecureContext", true));
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, "onbeforeinstallprompt");
});

const open = () => renderRoutes([{ path: "/", Component: Hero }], "/");
const button = () => screen.queryByRole("button", { name: "Install app" });

test("the install button stands there at once, and installs when possible", async () => {
  Object.assign(window, { onbeforeinstallprompt: null });
  watchInstall();
  open();
  const user = userEvent.setup();
  await user.click(button() as HTMLElement);
  expect(screen.getByText(/^Open your browser's menu/)).toBeVisible();

  const prompt = vi.fn(async () => undefined);
  act(() => {
    window.dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt }));
  });
  expect(screen.queryByText(/^Open your browser's menu/)).not.toBeInTheDocument();
  await user.click(button() as HTMLElement);
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.queryByText(/^Open your browser's menu/)).not.toBeInTheDocument();
  act(() => {
    window.dispatchEvent(new Event("appinstalled"));
  });
  expect(button()).not.toBeInTheDocument();
});

test("on Apple's phones it explains the steps", async () => {
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)" });
  open();
  await userEvent.click(button() as HTMLElement);
  expect(screen.getByText(/^Press Share/)).toBeVisible();
});

test.each([
  ["the browser cannot do it", true, () => undefined],
  ["the line is not safe", false, () => Object.assign(window, { onbeforeinstallprompt: null })],
  [
    "it runs as an app already",
    true,
    () => {
      Object.assign(window, { onbeforeinstallprompt: null });
      vi.stubGlobal("matchMedia", () => ({ matches: true }));
    },
  ],
])("it is not there where %s", (_, secure, prepare) => {
  vi.stubGlobal("isSecureContext", secure);
  prepare();
  open();
  expect(screen.getByRole("link", { name: "Sign Up for Free" })).toBeVisible();
  expect(button()).not.toBeInTheDocument();
});
