import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { actFor, storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Wallet } from "./wallet";

afterEach(() => {
  actFor(null);
  vi.unstubAllGlobals();
});

const gift = { id: "1", unit: "spark", amount: 10, reason: "welcome", description: "Welcome gift" };
const payment = {
  ...gift,
  id: "2",
  amount: -4,
  reason: "hold",
  description: "Payment for booking",
};

const cashSite = { mode: "cash+tokens", payments: "none" };

/** Opens the wallet with a server that notes the queries for entries. */
function openStatement(
  entries: object[],
  at = "/",
  modules = ["wallet", "bookings"],
  incoming: object[] = [],
) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const queries: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    switch (pathname) {
      case "/api/site":
        return success({ name: "Ridgeway", modules, ...cashSite });
      case "/api/wallet/balance":
        return success({
          balance: 12,
          spark_tokens: 3,
          held: { gbp: 4.5, spark: 0 },
          in_escrow: { gbp: 0, spark: 6 },
        });
      case "/api/bookings/incoming-payments":
        return success(incoming);
      case "/api/wallet/transactions":
        queries.push(search);
        return success(search ? [] : entries);
      case "/api/wallet/statement.csv":
        queries.push(`csv${search}`);
        return new Response("Date");
      case "/api/wallet/statement.pdf":
        queries.push(`pdf${search}`);
        return new Response("%PDF");
      default:
        return Response.error();
    }
  });
  renderRoutes([{ path: "/", Component: Wallet }], at);
  return queries;
}

function open(site: object, entries: object[] = []) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Ridgeway", modules: ["wallet"], ...site }),
    "GET /api/wallet/balance": () => success({ balance: 12, spark_tokens: 3 }),
    "GET /api/wallet/transactions": () =>
      success(entries.map((entry) => ({ ...entry, created_at: "2099-03-02T10:00:00Z" }))),
  });
  renderRoutes([{ path: "/", Component: Wallet }], "/");
}

test("pounds and sparks stand side by side, with ways to add", async () => {
  open({ mode: "cash+tokens", payments: "sandbox" });
  expect(await screen.findByText("£12.00")).toBeVisible();
  const names = screen.getAllByRole("term").map((term) => term.textContent);
  expect(names).toEqual(["Pounds", "Sparks"]);
  expect(screen.getByRole("button", { name: "What are sparks?" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Fund Account" })).toBeVisible();
  expect(screen.getByText("Top up your wallet with pounds.")).toBeVisible();
});

test("a helper can neither top up nor give sparks away", async () => {
  open({ mode: "cash+tokens", payments: "sandbox", modules: ["wallet", "timebank"] });
  expect(await screen.findByRole("link", { name: "Fund Account" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Give sparks" })).toBeVisible();
  act(() => actFor({ id: "mabel", name: "Mabel Moss" }));
  for (const name of ["Fund Account", "Give sparks", "Give to the community"]) {
    expect(screen.queryByRole("link", { name })).toBeNull();
  }
  expect(screen.getByRole("link", { name: "Past exchanges" })).toBeVisible();
});

test("with sparks only, there is no top-up", async () => {
  open({ mode: "tokens", payments: "none" });
  expect(await screen.findByText("Sparks")).toBeVisible();
  expect(screen.queryByText("Pounds")).toBeNull();
  expect(screen.queryByText(/Top up/)).toBeNull();
});

test("without prices, the wallet leads to neighbours", async () => {
  open({ mode: "gift", payments: "none" });
  expect(await screen.findByText("Nothing has a price here")).toBeVisible();
  expect(screen.getByRole("link", { name: "Find someone nearby" })).toBeVisible();
});

test("newcomers see that their sparks are a gift until used", async () => {
  open({ mode: "cash+tokens", payments: "none" }, [gift]);
  expect(await screen.findByRole("heading", { name: "10 sparks to start with" })).toBeVisible();
  expect(screen.getByText(/^A gift from Ridgeway/)).toBeVisible();
  cleanup();
  open({ mode: "cash+tokens", payments: "none" }, [payment, gift]);
  expect(await screen.findByText("Payment for booking")).toBeVisible();
  expect(screen.queryByText(/to start with/)).toBeNull();
});

test("money set aside and in escrow is explained", async () => {
  openStatement([]);
  const held = await screen.findByText("Set aside");
  expect(held.parentElement).toHaveTextContent(
    /^Set aside£4\.500 sparksFor a booking that you're about to make\./,
  );
  const escrow = screen.getByText("In escrow").parentElement;
  expect(escrow).toHaveTextContent(/^In escrow£0\.006 sparksPaid for bookings/);
});

test("without bookings, entries link to none", async () => {
  const release = { ...payment, booking_id: 7, reason: "release", has_receipt: true };
  openStatement([{ ...release, created_at: "2099-03-02T10:00:00Z" }], "/", ["wallet"]);
  const row = await screen.findByRole("listitem");
  expect(row).toHaveTextContent(payment.description);
  expect(within(row).queryByRole("link")).toBeNull();
});

test("entries show the balance after them, when they settle, and their receipt", async () => {
  const paid = {
    ...payment,
    unit: "gbp",
    balance_after: 15.5,
    booking_id: 7,
    created_at: "2099-03-02T10:00:00Z",
  };
  openStatement([
    { ...paid, settles_at: "2099-11-21T10:00:00Z", has_receipt: false },
    { ...paid, id: "3", reason: "release", description: "Earned", has_receipt: true },
  ]);
  const [waiting, settled] = await screen.findAllByRole("listitem");
  expect(waiting).toHaveTextContent("Typically settles on Sat 21 Nov 2099");
  expect(waiting).toHaveTextContent("Balance £15.50");
  const of = (row: HTMLElement | undefined) => within(row as HTMLElement);
  expect(of(waiting).getByRole("link")).toHaveAttribute("href", "/outward-progress/7");
  expect(of(settled).getByRole("link", { name: "Earned" })).toHaveAttribute(
    "href",
    "/inward-details/7",
  );
  const receipt = of(settled).getByRole("link", { name: "Receipt for booking 7" });
  expect(receipt).toHaveAttribute("href", "/receipt/7");
});

test("providers see what comes to them, and when it typically settles", async () => {
  const incoming = {
    booking_id: 7,
    title: "A dripping tap",
    status: "accepted",
    payment_method: "card",
    price: 12.35,
    settles_at: "2099-11-21T10:00:00Z",
  };
  const disputed = { ...incoming, booking_id: 8, payment_method: "spark_token", price: 4 };
  openStatement([], "/", undefined, [incoming, { ...disputed, settles_at: null }]);
  const region = await screen.findByRole("region", { name: "Coming to you" });
  const [paid, waiting] = within(region).getAllByRole("listitem");
  expect(paid).toHaveTextContent(/^A dripping tapTypically settles on Sat 21 Nov 2099£12\.35$/);
  expect(waiting).toHaveTextContent(/^A dripping tapWaits for a decision4 sparks$/);
  const link = within(paid as HTMLElement).getByRole("link");
  expect(link).toHaveAttribute("href", "/inward-details/7");
});

test("nothing is said of what comes where nothing does", async () => {
  openStatement([]);
  await screen.findByText("In escrow");
  expect(screen.queryByText("Coming to you")).toBeNull();
});

test("the list is narrowed by kind, unit and month, and by the URL", async () => {
  const user = userEvent.setup();
  const queries = openStatement(
    [{ ...gift, created_at: "2099-03-02T10:00:00Z" }],
    "/?month=2026-02",
  );
  expect(await screen.findByText("Nothing matches")).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Month" })).toHaveValue("2026-02");
  await user.click(screen.getByRole("button", { name: "Money in" }));
  await user.click(await screen.findByRole("button", { name: "Sparks" }));
  expect(screen.getByRole("button", { name: "Money in" })).toHaveAttribute("aria-pressed", "true");
  await screen.findByText("Nothing matches");
  expect(queries.at(-1)).toBe("?kind=in&unit=spark&from=2026-02-01&to=2026-02-28");
  await user.click(screen.getByRole("button", { name: "Show everything" }));
  expect(await screen.findByText("Welcome gift")).toBeVisible();
  expect(screen.getByRole("button", { name: "All" })).toHaveAttribute("aria-pressed", "true");
});

test("the shown period is downloaded as a document", async () => {
  const user = userEvent.setup();
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" }));
  const queries = openStatement([{ ...gift, created_at: "2099-03-02T10:00:00Z" }]);
  await user.click(await screen.findByRole("button", { name: "Download as PDF" }));
  await waitFor(() =>
    expect(queries.at(-1)).toMatch(/^pdf\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/),
  );
});

test("the shown period is downloaded as a table", async () => {
  const user = userEvent.setup();
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" }));
  const queries = openStatement([{ ...gift, created_at: "2099-03-02T10:00:00Z" }]);
  await user.click(await screen.findByRole("button", { name: "Download the last 12 months" }));
  await waitFor(() =>
    expect(queries.at(-1)).toMatch(/^csv\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/),
  );
});
