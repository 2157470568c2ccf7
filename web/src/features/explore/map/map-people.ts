import type { Schemas } from "@/lib/api";
import { pointOf } from "@/lib/places";
import type { MapPerson } from "./groups";

type Card = Pick<
  Schemas["PersonCard"],
  "id" | "firstname" | "lastname" | "photourl" | "approximate"
>;

/** Those of whom the server says roughly where they are. */
export function mapPeople(people: readonly Card[]): MapPerson[] {
  return people.flatMap(({ id, firstname, lastname, photourl, approximate }) => {
    const place = pointOf(approximate ?? undefined);
    return place ? [{ id, name: `${firstname} ${lastname}`, photo: photourl ?? null, place }] : [];
  });
}
