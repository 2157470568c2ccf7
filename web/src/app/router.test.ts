import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import listed from "../../routes.json";
import { routes } from "./router";

function patterns(objects: RouteObject[]): string[] {
  return objects.flatMap((route) => [
    ...(route.path && route.path !== "*" ? [route.path] : []),
    ...patterns(route.children ?? []),
  ]);
}

test("routes.json lists exactly the router's paths, each once", () => {
  expect(patterns(routes).sort()).toEqual([...listed].sort());
  expect(new Set(listed).size).toBe(listed.length);
});
