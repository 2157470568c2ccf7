import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link } from "react-router";
import { expect, test } from "vitest";
import { renderRoutes } from "@/test/app";
import { BackLink } from "./page-header";

const routes = [
  { path: "/list", element: <Link to="/person">Olu</Link> },
  { path: "/person", element: <BackLink to="/explore" /> },
  { path: "/explore", element: <p>Explore</p> },
];

test("back returns to the previous page as it was left", async () => {
  const router = renderRoutes(routes, "/list?category=Plumbing");
  await userEvent.click(screen.getByRole("link", { name: "Olu" }));
  await userEvent.click(screen.getByRole("link", { name: "Back" }));
  expect(await screen.findByRole("link", { name: "Olu" })).toBeVisible();
  expect(router.state.location.search).toBe("?category=Plumbing");
});

test("without a previous page it leads to the parent", async () => {
  renderRoutes(routes, "/person");
  await userEvent.click(screen.getByRole("link", { name: "Back" }));
  expect(await screen.findByText("Explore")).toBeVisible();
});
