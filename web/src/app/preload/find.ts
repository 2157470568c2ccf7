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
  const matches = Object.entries(paths).flatMap(([pattern, value]) => {
    const params = paramsOf(pattern.split("/"), parts);
    return params ? [{ pattern, value, params }] : [];
  });
  return matches.sort((a, b) => size(a.params) - size(b.params))[0];
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

function paramsOf(pattern: string[], path: string[]): Record<string, string> | null {
  if (pattern.length !== path.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = path[index] ?? "";
    const value = expected.startsWith(":") ? decoded(actual) : "";
    if (value) params[expected.slice(1)] = value;
    else if (expected !== actual) return null;
  }
  return params;
}
