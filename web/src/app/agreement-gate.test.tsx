import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { putOffAgreement } from "@/lib/agreement";
import { storeTokens } from "@/lib/session";
import { renderRoutes } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { AgreementGate } from "./agreement-gate";

function open(at: string, agreementDue: boolean, putOffUntil?: string) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, agreementDue }), refreshToken: "r" });
  if (putOffUntil) putOffAgreement(putOffUntil);
  const element = "A screen";
  return renderRoutes(
    [
      {
        Component: AgreementGate,
        children: [
          { path: "/wallet", element },
          { path: "/explore", element },
          { path: "/settings/data", element },
        ],
      },
      { path: "/agreements", element: "The question" },
    ],
    at,
  );
}

test.each([
  ["/explore?a=b#c", true, "/agreements?next=%2Fexplore%3Fa%3Db%23c", "The question"],
  ["/wallet", true, "/wallet", "A screen"],
  ["/settings/data", true, "/settings/data", "A screen"],
  ["/wallet", false, "/wallet", "A screen"],
])("%s, asked: %s, leads to %s", async (at, due, to, shown) => {
  const { state } = open(at, due);
  expect(await screen.findByText(shown)).toBeVisible();
  expect(state.location.pathname + state.location.search).toBe(to);
});

test("who puts it off goes on until the time is over", async () => {
  open("/explore", true, new Date(Date.now() + 60_000).toISOString());
  expect(await screen.findByText("A screen")).toBeVisible();
});

test("nobody can put it off for longer", async () => {
  open("/explore", true, new Date(Date.now() - 1).toISOString());
  expect(await screen.findByText("The question")).toBeVisible();
});
