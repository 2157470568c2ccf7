import { expect, test } from "vitest";
import { stashSignInCodes, takeSignInCodes } from "./sign-in-codes";

const request = (path: string) => new Request(new URL(path, location.origin));

function redirectOf(path: string): Response | null {
  try {
    stashSignInCodes(request(path));
    return null;
  } catch (thrown) {
    return thrown as Response;
  }
}

test.each(["/login", "/explore", "/oauth-callback"])("removes the codes from %s", (path) => {
  const redirect = redirectOf(`${path}?accessToken=h1&refreshToken=h2&next=%2Fbookings`);
  expect(redirect?.headers.get("Location")).toBe("/oauth-callback");
  expect(redirect?.headers.get("X-Remix-Replace")).toBe("true");
  expect(takeSignInCodes()).toEqual({ accessToken: "h1", refreshToken: "h2", next: "/bookings" });
  expect(takeSignInCodes()).toBeNull();
});

test.each(["/login", "/login?accessToken=h1", "/login?refreshToken=h2&accessToken="])(
  "leaves %s unchanged",
  (path) => {
    expect(redirectOf(path)).toBeNull();
    expect(takeSignInCodes()).toBeNull();
  },
);
