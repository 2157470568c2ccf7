import type { Schemas } from "@/lib/api";
import { pointOf } from "@/lib/places";
import type { MapPerson } from "./groups";

type Card = Pick<
  Schemas["PersonCard"],
  "id" | "firstname" | "lastname" | "photourl" | "approximate"
>;

/** Returns the people for whom the server gives an approximate place. */
export function mapPeople(people: readonly Card[]): MapPerson[] {
  return people.flatMap(({ id, firstname, lastname, photourl, approximate }) => {
    const place = pointOf(approximate ?? undefined);
    return place ? [{ id, name: `${firstname} ${lastname}`, photo: photourl ?? null, place }] : [];
  });
}
