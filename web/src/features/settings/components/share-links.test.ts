import { expect, test } from "vitest";
import { invitationText, shareLinks } from "./share-links";

test("every share link carries the whole invitation", () => {
  const link = "https://sparks.example/signup?ref=abc123&x=ü";
  const links = shareLinks(link, invitationText("Sparks & Co"));
  expect(links.map(({ name }) => name)).toEqual(["WhatsApp", "Twitter", "Facebook", "LinkedIn"]);
  const [whatsapp, twitter, facebook, linkedin] = links.map(
    ({ href }) => new URL(href).searchParams,
  );
  expect(whatsapp?.get("text")).toBe(`${invitationText("Sparks & Co")} ${link}`);
  expect(twitter?.get("url")).toBe(link);
  expect(twitter?.get("text")).toBe("Come and swap skills with neighbours on Sparks & Co!");
  expect(facebook?.get("u")).toBe(link);
  expect(linkedin?.get("url")).toBe(link);
});
