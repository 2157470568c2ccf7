import * as z from "zod/mini";

/** Nearest town to an unknown village, as drafts and forms hold it. */
export const nearTown = z.nullable(
  z.object({ name: z.string(), lat: z.number(), lon: z.number() }),
);
