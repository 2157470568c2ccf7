import { expect, test } from "vitest";
import {
  clearRegistration,
  invitationCode,
  loadRegistration,
  referralCode,
  registrationFromLink,
  saveReferral,
  saveRegistration,
} from "./registration";

test.each([
  ["  abc-123 ", "abc-123"],
  ["https://sparks.example/signup?ref=abc-123", "abc-123"],
  ["https://sparks.example/signup?x=1&ref=abc-123#top", "abc-123"],
  ["", ""],
])("reads the invitation %j", (typed, code) => {
  expect(invitationCode(typed)).toBe(code);
});

test("a sign-up is stored until it is complete", () => {
  saveRegistration({ email: "ana@example.org", registrationToken: "t", firstname: "Ana" });
  saveReferral("abc");
  expect(loadRegistration()).toEqual({
    email: "ana@example.org",
    registrationToken: "t",
    firstname: "Ana",
  });
  clearRegistration();
  expect(loadRegistration()).toBeNull();
  expect(referralCode()).toBeUndefined();
});

test("a link resumes its sign-up", () => {
  const token = "abcdefghijklmnop".repeat(4);
  const letters = Array.from(new TextEncoder().encode("ana@example.org"))
    .map((byte) => String.fromCharCode(97 + (byte >> 4), 97 + (byte & 15)))
    .join("");
  expect(registrationFromLink(`#${token}.${letters}`)).toEqual({
    email: "ana@example.org",
    registrationToken: token,
  });
  for (const broken of ["", "#", `#${token}`, `#${token}.`, `#${token}.abc`, `#x.${letters}`]) {
    expect(registrationFromLink(broken)).toBeNull();
  }
});

test.each(["null", "nonsense", "{}", '{"email":1}', "[]"])("%s is no sign-up", (stored) => {
  sessionStorage.setItem("registration", stored);
  expect(loadRegistration()).toBeNull();
});

test.each(["", "two words", "x".repeat(33), "<script>", "../../admin"])(
  "%j is no code to remember",
  (code) => {
    clearRegistration();
    expect(saveReferral(code)).toBe(false);
    expect(referralCode()).toBeUndefined();
  },
);
