import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { install, useInstalling, watchInstall } from "./install";

afterEach(() => {
  vi.unstubAllGlobals();
});

function offer(prompt: () => Promise<unknown>): Event {
  return Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
}

test("the browser's offer is kept, and used once", async () => {
  watchInstall();
  const { result } = renderHook(useInstalling);
  expect(result.current).toBe("not");
  const prompt = vi.fn(async () => undefined);
  const event = offer(prompt);
  act(() => {
    window.dispatchEvent(event);
  });
  expect(event.defaultPrevented).toBe(true);
  expect(result.current).toBe("button");
  await act(install);
  await act(install);
  expect(prompt).toHaveBeenCalledOnce();
  expect(result.current).toBe("not");
});

test("an installed app is not offered again", () => {
  watchInstall();
  const { result } = renderHook(useInstalling);
  act(() => {
    window.dispatchEvent(offer(async () => undefined));
  });
  act(() => {
    window.dispatchEvent(new Event("appinstalled"));
  });
  expect(result.current).toBe("not");
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", 5, "by-hand"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 5, "by-hand"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 0, "not"],
])("%s with %i fingers: %s", (userAgent, maxTouchPoints, expected) => {
  vi.stubGlobal("navigator", { userAgent, maxTouchPoints });
  expect(renderHook(useInstalling).result.current).toBe(expected);
});
