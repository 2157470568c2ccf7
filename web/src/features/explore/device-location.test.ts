import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeToken } from "@/test/jwt";
import { clearSession, storeTokens } from "../../lib/session";
import {
  clearDeviceLocation,
  requestDeviceLocation,
  rounded,
  useDeviceLocation,
} from "./device-location";

beforeEach(() => clearDeviceLocation());

function browserAnswers(answer: "refused" | { latitude: number; longitude: number }): void {
  const getCurrentPosition: Geolocation["getCurrentPosition"] = (found, failed) => {
    if (answer === "refused") failed?.({ code: 1 } as GeolocationPositionError);
    else found({ coords: answer } as GeolocationPosition);
  };
  vi.stubGlobal("navigator", { geolocation: { getCurrentPosition } });
}

test("a shared position is kept in this tab, rounded", async () => {
  browserAnswers({ latitude: 53.741_234, longitude: -2.012_987 });
  const { result } = renderHook(useDeviceLocation);
  expect(result.current).toBeNull();
  await act(async () => expect(await requestDeviceLocation()).toBe(true));
  expect(result.current).toEqual({ lat: 53.74, lon: -2.015 });
  act(clearDeviceLocation);
  expect(result.current).toBeNull();
});

test("a position is per account, and survives an expired session", async () => {
  const signIn = (id: string) =>
    act(
      () => void storeTokens({ accessToken: fakeToken({ id, expiresIn: 900 }), refreshToken: "r" }),
    );
  browserAnswers({ latitude: 53.74, longitude: -2.015 });
  signIn("ana");
  const { result } = renderHook(useDeviceLocation);
  await act(async () => expect(await requestDeviceLocation()).toBe(true));
  act(clearSession);
  signIn("dev");
  expect(result.current).toBeNull();
  signIn("ana");
  expect(result.current).toEqual({ lat: 53.74, lon: -2.015 });
});

test("a refusal changes nothing", async () => {
  browserAnswers("refused");
  expect(await requestDeviceLocation()).toBe(false);
  expect(renderHook(useDeviceLocation).result.current).toBeNull();
});

test("a damaged position counts as none", () => {
  sessionStorage.setItem("deviceLocation:", "somewhere");
  expect(renderHook(useDeviceLocation).result.current).toBeNull();
});

test("a browser without geolocation acts like a refusal", async () => {
  vi.stubGlobal("navigator", {});
  expect(await requestDeviceLocation()).toBe(false);
});

test.each([
  [53.7424, 53.74],
  [53.7426, 53.745],
  [-0.0024, 0],
])("%d degrees become %d", (exact, rough) => expect(rounded(exact)).toBeCloseTo(rough, 6));
