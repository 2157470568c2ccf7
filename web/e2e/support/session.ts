import type { Page } from "@playwright/test";

/** A picture of this site: the client does not run on it, and so leaves the session alone. */
export const PAGE_WITHOUT_CLIENT = "/art/meet.svg";

/**
 * Changes the stored access token so that it expires in `seconds`, and returns it. The signature no
 * longer matches, so the server refuses the token; the refresh token stays valid.
 */
export function shiftTokenExpiry(page: Page, seconds: number): Promise<string> {
  return page.evaluate((left) => {
    const [head, body = "", signature] = (localStorage.getItem("accessToken") ?? "").split(".");
    const decode = (part: string) => atob(part.replace(/-/g, "+").replace(/_/g, "/"));
    const claims = { ...JSON.parse(decode(body)), exp: Math.floor(Date.now() / 1_000) + left };
    const encoded = btoa(JSON.stringify(claims))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=+$/, "");
    const aged = `${head}.${encoded}.${signature}`;
    localStorage.setItem("accessToken", aged);
    return aged;
  }, seconds);
}

/** Returns the values of the three session keys. */
export function storedSession(page: Page): Promise<Record<string, string | null>> {
  return page.evaluate(() => {
    const keys = ["accessToken", "refreshToken", "decodedToken"];
    return Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key)]));
  });
}
