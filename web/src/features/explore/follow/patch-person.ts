/** Changed fields after a follow, wherever the person is shown. */
export interface FollowPatch {
  is_following: boolean;
  /** Without it, a shown count changes by one. */
  total_followers?: number;
}

/**
 * Returns a copy of server data with the person of this id patched. Profiles and cards match by
 * their `id`, follow records by either side. Data without the person stays the same object.
 */
export function patchPerson<Value>(value: Value, id: string, patch: FollowPatch): Value {
  return patchAny(value, id, patch) as Value;
}

function patchAny(value: unknown, id: string, patch: FollowPatch): unknown {
  if (Array.isArray(value)) return patchList(value, id, patch);
  if (typeof value !== "object" || value === null) return value;
  if ("is_following" in value && isAboutPerson(value, id)) {
    const known = Object.entries(patch).filter(([name]) => name in value);
    return { ...value, ...withNewCount(value, patch), ...Object.fromEntries(known) };
  }
  // The pages of a list, which the query cache stores as `{ pages: [{ data: [...] }] }`.
  for (const name of ["pages", "data"] as const) {
    const inner = (value as Record<string, unknown>)[name];
    const patched = patchAny(inner, id, patch);
    if (patched !== inner) return { ...value, [name]: patched };
  }
  return value;
}

function withNewCount(value: object, { is_following }: FollowPatch): { total_followers?: number } {
  const { total_followers, is_following: before } = value as Record<string, unknown>;
  if (typeof total_followers !== "number" || before === is_following) return {};
  return { total_followers: Math.max(total_followers + (is_following ? 1 : -1), 0) };
}

function patchList(list: unknown[], id: string, patch: FollowPatch): unknown[] {
  const patched = list.map((item) => patchAny(item, id, patch));
  return patched.some((item, index) => item !== list[index]) ? patched : list;
}

function isAboutPerson(value: object, id: string): boolean {
  const { id: own, following_id, follower_id } = value as Record<string, unknown>;
  return [own, following_id, follower_id].includes(id);
}
