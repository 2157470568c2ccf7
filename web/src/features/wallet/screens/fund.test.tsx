import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { BalanceCard } from "../components/balance-card";
import { Component as Fund } from "./fund";

const site = {
  modules: ["wallet", "payments"],
  mode: "cash+tokens",
  payments: "sandbox",
  min_funding: 5,
  max_funding: 500,
};

afterEach(() => vi.unstubAllGlobals());

const USE = "PUT /api/settings/payment/billingmethod/c1/use";

/** Opens the screen beside a card with the balance, which the server returns only once. */
function open(cards: object[] = []) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  let reported = false;
  const answers = {
    "GET /api/site": () => success(site),
    "GET /api/wallet/balance": () => {
      if (reported) return new Promise<Response>(() => undefined);
      reported = true;
      return success({ balance: 12, spark_tokens: 3 });
    },
    "GET /api/settings/payment/billingmethods": () => success(cards),
    [USE]: () => success(cards),
    "POST /api/wallet/fund": () =>
      success({ id: "t1", clientSecret: "secret", provider: "sandbox" }),
    "POST /api/wallet/sandbox/pay": () => success(null),
    "POST /api/wallet/confirm": () => success({ balance: 32, spark_tokens: 3 }),
  };
  const log = mockServer(answers);
  const screens = (
    <>
      <aside aria-label="Balance">
        <BalanceCard />
      </aside>
      <Fund />
    </>
  );
  renderRoutes([{ path: "/fund", element: screens }], "/fund");
  return { log, user: userEvent.setup() };
}

const shown = () => within(screen.getByRole("complementary", { name: "Balance" }));

async function begin(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText("Amount"), "20");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByRole("button", { name: "Pay" });
}

test("the balance after a payment updates every card before a reload", async () => {
  const { user } = open();
  expect(await shown().findByText("£12.00")).toBeVisible();
  await begin(user);
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("You now have £32.00.")).toBeVisible();
  expect(shown().getByText("£32.00")).toBeVisible();
  expect(shown().queryByText("£12.00")).toBeNull();
});

test("a declined card leaves the balance unchanged", async () => {
  const { user, log } = open();
  await begin(user);
  await user.click(screen.getByRole("button", { name: "Decline the card" }));
  expect(await screen.findByText(/Your card was declined/)).toBeVisible();
  expect(shown().getByText("£12.00")).toBeVisible();
  expect(log.map(({ path }) => path)).not.toContain("POST /api/wallet/confirm");
});

test("a started payment survives a reload, a damaged one does not", async () => {
  const { user } = open();
  await begin(user);
  cleanup();
  open();
  expect(await screen.findByRole("button", { name: "Pay" })).toBeVisible();
  expect(screen.getByText("£20.00")).toBeVisible();
  cleanup();
  sessionStorage.setItem("funding:u1", '{"amount":"20"}');
  open();
  expect(await screen.findByLabelText("Amount")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
});

test("a kept card of a sample community is checked before it pays", async () => {
  const card = { id: "c1", brand: "visa", card_number: "**** 4242", expiry_date: "08/91" };
  const { user, log } = open([{ ...card, is_default: true }]);
  await begin(user);
  expect(screen.getByRole("radio", { name: /Visa \*+ 4242/ })).toBeChecked();
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("You now have £32.00.")).toBeVisible();
  const paths = log.map(({ path }) => path).filter((path) => !path.startsWith("GET"));
  expect(paths).toEqual([
    "POST /api/wallet/fund",
    USE,
    "POST /api/wallet/sandbox/pay",
    "POST /api/wallet/confirm",
  ]);
});
