import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { entriesOf } from "./in-thread";

afterEach(() => vi.unstubAllGlobals());

type Change = Schemas["Booking"]["timeline"][number];
const change = (status: Change["status"], by: string, day = 2): Change => ({
  status,
  by,
  at: `2099-03-0${day}T10:00:00Z`,
});
const WHEN = "Sun 8 Mar 2099, 17:00";

function texts(booking: Schemas["Booking"], me: string, review?: Schemas["GivenReview"]) {
  return entriesOf({ booking, ...(review && { review }) }, me).map(({ text }) => text);
}

const done = [
  change("pending", "ana"),
  change("accepted", "dev", 3),
  change("in_progress", "ana", 4),
  change("completed", "ana", 5),
];

test("each change is told in a sentence, as each of the two would say it", () => {
  const booking = sampleBooking({
    status: "completed",
    escrow: "released",
    actions: [],
    timeline: done,
  });
  const review = { rating: 5, comment: "Dry floor.", created_at: "2099-03-06T10:00:00Z" };
  expect(texts(booking, "ana", review)).toEqual([
    `You asked Dev for Plumbing, ${WHEN}`,
    `Dev accepted Plumbing, ${WHEN}`,
    "You started Plumbing",
    "You confirmed that Plumbing is done, and Dev was paid £24.00",
    "You gave Dev 5 stars for Plumbing",
  ]);
  expect(texts(booking, "dev", review)).toEqual([
    `Ana asked you for Plumbing, ${WHEN}`,
    `You accepted Plumbing, ${WHEN}`,
    "Ana started Plumbing",
    "Ana confirmed that Plumbing is done, and you were paid £24.00",
    "Ana gave you 5 stars for Plumbing",
  ]);
});

test.each<[string, Change[], Partial<Schemas["Booking"]>, string]>([
  [
    "a refusal",
    [change("rejected", "dev")],
    { status: "rejected", escrow: "refunded" },
    "Dev said no to Plumbing, and you have £24.00 back",
  ],
  [
    "a request that lapsed",
    [change("cancelled", "system")],
    { status: "cancelled", escrow: "refunded" },
    "Plumbing lapsed: time ran out, and you have £24.00 back",
  ],
  [
    "a gift called off",
    [change("cancelled", "ana")],
    { status: "cancelled", escrow: "none", payment_method: "none" },
    "You cancelled Plumbing",
  ],
  [
    "a start taken back",
    [change("in_progress", "ana"), change("accepted", "ana")],
    { status: "accepted" },
    "You took the start of Plumbing back",
  ],
  [
    "a dispute that was split",
    [change("disputed", "ana"), change("completed", "staff")],
    { status: "completed", escrow: "split" },
    "The dispute about Plumbing is settled, and the payment was shared between you both",
  ],
])("of %s, the last line says what became of it", (_, changes, over, last) => {
  const timeline = [change("pending", "ana"), ...changes];
  expect(texts(sampleBooking({ actions: [], ...over, timeline }), "ana").at(-1)).toBe(last);
});

/** Shows what stands in the thread, with what the server answers. */
function show(booking: Schemas["Booking"], me: string) {
  storeTokens({ accessToken: fakeToken({ id: me, expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings", "chat"] }),
    "PUT /api/bookings/accept/7": () => success({ ...booking, status: "accepted" }),
  });
  const Component = () =>
    entriesOf({ booking }, me).map(({ key, node }) => <div key={key}>{node}</div>);
  renderRoutes([{ path: "/", Component }], "/");
  return log;
}

test("an open booking stands there whole, with what can be done", async () => {
  const log = show(sampleBooking(), "dev");
  const card = screen.getByRole("article", { name: /^Booking: Plumbing/ });
  expect(card).toHaveTextContent("The kitchen tap drips.");
  expect(card).toHaveTextContent(`Ana asked you for Plumbing, ${WHEN}`);
  expect(screen.getByRole("link", { name: "Plumbing" })).toHaveAttribute(
    "href",
    "/inward-details/7",
  );
  expect(screen.getByRole("button", { name: "Reject" })).toBeVisible();
  // One talks with Ana here already.
  expect(screen.queryByRole("link", { name: /Message/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  await vi.waitFor(() =>
    expect(log.map(({ path }) => path)).toContain("PUT /api/bookings/accept/7"),
  );
});

test("nothing stands there that cannot be pressed, but from when it can be", () => {
  const later = [{ action: "start", from: "2099-03-08T16:00:00Z" }] as const;
  show(sampleBooking({ status: "accepted", actions: ["cancel"], later: [...later] }), "ana");
  const card = screen.getByRole("article");
  expect(card).toHaveTextContent("You can start from Sun 8 Mar 2099, 16:00.");
  for (const button of screen.getAllByRole("button")) expect(button).toBeEnabled();
});

test("what is over is a line that leads to the booking", () => {
  show(
    sampleBooking({ status: "completed", escrow: "released", actions: [], timeline: done }),
    "ana",
  );
  expect(screen.queryByRole("article")).toBeNull();
  const lines = screen.getAllByRole("link");
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line).toHaveAttribute("href", "/outward-progress/7");
});

test("what goes on is named with where it stands; what only waits for a review is not", () => {
  const open = (booking: Schemas["Booking"]) =>
    entriesOf({ booking }, "ana").flatMap(({ open }) => (open ? [open] : []));
  expect(open(sampleBooking())).toEqual([
    { text: "Plumbing · Sun 8 Mar 2099, 17:00 · Pending", link: "/outward-progress/7" },
  ]);
  const over = sampleBooking({
    status: "completed",
    escrow: "released",
    actions: ["review"],
    timeline: done,
  });
  expect(open(over)).toEqual([]);
});

test("what waits for a review is still open to its client", () => {
  const booking = sampleBooking({
    status: "completed",
    escrow: "released",
    actions: ["review"],
    timeline: done,
  });
  show(booking, "ana");
  expect(screen.getByRole("link", { name: "Leave a review" })).toBeVisible();
});
