/** The first of some paths that fits an address. */
export interface Match<Value> {
  pattern: string;
  value: Value;
  params: Record<string, string>;
}

/** `/user-profile/7` fits `/user-profile/:id`; a path without gaps goes before. */
export function find<Value>(
  paths: Record<string, Value>,
  pathname: string,
): Match<Value> | undefined {
  const parts = pathname.replace(/(?<=.)\/$/, "").split("/");
  const fitting = Object.entries(paths).flatMap(([pattern, value]) => {
    const params = paramsOf(pattern.split("/"), parts);
    return params ? [{ pattern, value, params }] : [];
  });
  return fitting.sort((a, b) => size(a.params) - size(b.params))[0];
}

const size = (params: object) => Object.keys(params).length;

function paramsOf(wanted: string[], given: string[]): Record<string, string> | null {
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const got = given[index] ?? "";
    if (want.startsWith(":") && got) params[want.slice(1)] = decodeURIComponent(got);
    else if (want !== got) return null;
  }
  return params;
}
