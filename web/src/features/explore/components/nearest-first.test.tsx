import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { mockServer, renderRoutes, success } from "@/test/app";
import { NearestFirst } from "./nearest-first";

interface Item {
  id: string;
  distance?: number;
}

function open(items: Item[], units = "km") {
  mockServer({ "GET /api/site": () => success({ name: "Sparkyard", modules: [], units }) });
  const fetchNextPage = vi.fn();
  const list = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage };
  const Component = () => (
    <NearestFirst items={items} list={list} card={(item) => <article>{item.id}</article>} />
  );
  renderRoutes([{ path: "/", Component }], "/");
  return { fetchNextPage, user: userEvent.setup() };
}

const group = (title: RegExp) => screen.getByText(title).closest("details") as HTMLElement;

test("distant results are folded, and paging continues there", async () => {
  const { fetchNextPage, user } = open([
    { id: "next door", distance: 0 },
    { id: "far", distance: 41 },
    { id: "farther", distance: 500 },
  ]);
  expect(screen.getByText("next door")).toBeVisible();
  const fold = group(/Further away · from 41.0 km/);
  expect(fold).not.toHaveAttribute("open");
  await user.click(screen.getByText(/Further away/));
  expect(fold).toHaveAttribute("open");
  expect(within(fold).getAllByRole("article")).toHaveLength(2);
  await user.click(within(fold).getByRole("button", { name: "Show more" }));
  expect(fetchNextPage).toHaveBeenCalledOnce();
  expect(screen.getAllByRole("button", { name: "Show more" })).toHaveLength(1);
});

test("without near results, the others are open", async () => {
  open([{ id: "far", distance: 80.4672 }, { id: "nowhere" }], "miles");
  expect(screen.getByText("Nobody near you yet.")).toBeVisible();
  expect(await screen.findByText("Further away · from 50.0 miles")).toBeVisible();
  expect(group(/Further away/)).toHaveAttribute("open");
  expect(group(/Without a town/)).not.toHaveAttribute("open");
});

test("a list without distances is one list", () => {
  open([{ id: "a" }, { id: "b" }]);
  expect(screen.queryByText(/Without a town/)).toBeNull();
  expect(screen.getAllByRole("article")).toHaveLength(2);
});
