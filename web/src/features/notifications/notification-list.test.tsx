import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderRoutes } from "@/test/app";
import { NotificationList } from "./notification-list";

test("where nothing is new, it leads on and closes", async () => {
  const onChoose = vi.fn();
  const query = { data: [], error: null, isFetching: false, refetch: vi.fn() };
  const element = (
    <NotificationList
      query={query as unknown as Parameters<typeof NotificationList>[0]["query"]}
      onChoose={onChoose}
    />
  );
  const router = renderRoutes(
    [
      { path: "/", element },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    "/",
  );
  await userEvent.click(await screen.findByRole("link", { name: "Look at all neighbours" }));
  await screen.findByText("Elsewhere");
  expect([router.state.location.pathname, onChoose.mock.calls.length]).toEqual([
    "/explore-list",
    1,
  ]);
});
