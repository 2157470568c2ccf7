import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { storeTokens } from "@/lib/session";
import { renderRoutes } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { AgreementGate } from "./agreement-gate";

function open(at: string, agreementDue: boolean) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, agreementDue }), refreshToken: "r" });
  const element = "A screen";
  return renderRoutes(
    [
      {
        Component: AgreementGate,
        children: [
          { path: "/wallet", element },
          { path: "/settings/data", element },
        ],
      },
      { path: "/agreements", element: "The question" },
    ],
    at,
  );
}

test.each([
  ["/wallet?a=b#c", true, "/agreements?next=%2Fwallet%3Fa%3Db%23c", "The question"],
  ["/settings/data", true, "/settings/data", "A screen"],
  ["/wallet", false, "/wallet", "A screen"],
])("%s, asked: %s, leads to %s", async (at, due, to, shown) => {
  const { state } = open(at, due);
  expect(await screen.findByText(shown)).toBeVisible();
  expect(state.location.pathname + state.location.search).toBe(to);
});
