import type { FeatureRoutes } from "@/lib/routing";

/** A feature's screens with the name of their module. */
export interface Feature extends Omit<FeatureRoutes, "module"> {
  module: string;
}

const found = import.meta.glob<FeatureRoutes | FeatureRoutes[]>("../features/*/routes.tsx", {
  eager: true,
  import: "routes",
});

/** The features that make up the client: each `routes.tsx` in `src/features/<module>/`. */
export const features: Feature[] = Object.entries(found).flatMap(([file, routes]) => {
  const folder = file.split("/").at(-2) ?? "";
  return [routes].flat().map((screens) => ({ module: folder, ...screens }));
});

/** Entries of the side navigation and the bottom bar, in order. */
export const navEntries = features
  .flatMap(({ module, nav }) => (nav ? [{ ...nav, module }] : []))
  .sort((a, b) => a.order - b.order);
