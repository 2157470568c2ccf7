import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { clearSession, storeTokens } from "@/lib/session";
import { fakeToken } from "@/test/jwt";
import { startPwa } from "./start";

const DRAFT = "chat.draft.u2:u1";
const draft = () => sessionStorage.setItem(DRAFT, "The key is under the pot");

test("drafts are removed from a tab whose session has ended", () => {
  draft();
  startPwa(new QueryClient(), () => undefined);
  expect(sessionStorage.getItem(DRAFT)).toBeNull();
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  draft();
  storeTokens({ accessToken: fakeToken({ expiresIn: 901 }), refreshToken: "s" });
  expect(sessionStorage.getItem(DRAFT)).not.toBeNull();
  clearSession();
  expect(sessionStorage.getItem(DRAFT)).toBeNull();

  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  draft();
  // Another tab signed out.
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  expect(sessionStorage.getItem(DRAFT)).toBeNull();
});
