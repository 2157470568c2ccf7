/** A path pattern that matches an address. */
export interface Match<Value> {
  pattern: string;
  value: Value;
  params: Record<string, string>;
}

/** Returns the matching pattern with the fewest parameters, such as `/user-profile/:id`. */
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

/** Decodes a part of the path; returns an empty string if it is malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

function paramsOf(wanted: string[], given: string[]): Record<string, string> | null {
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const got = given[index] ?? "";
    const value = want.startsWith(":") ? decoded(got) : "";
    if (value) params[want.slice(1)] = value;
    else if (want !== got) return null;
  }
  return params;
}
