import { readFileSync } from "node:fs";
import type { Person } from "./people";

/**
 * Returns the administrator of the sample community, whose password is random. `E2E_LOGINS` names
 * the file with the logins, `demo-logins.txt` in the server's data directory.
 */
export function administrator(): Pick<Person, "email" | "password"> {
  const path = process.env.E2E_LOGINS;
  if (!path) throw new Error("E2E_LOGINS must name the demo-logins.txt of the server");
  const line = readFileSync(path, "utf8")
    .split("\n")
    .find((text) => text.endsWith("(administrator)"));
  const [email, password] = line?.trim().split(/\s+/) ?? [];
  if (!email || !password) throw new Error(`${path} names no administrator`);
  return { email, password };
}
