import { readFileSync } from "node:fs";
import type { Person } from "./people";

type Login = Pick<Person, "email" | "password">;

/** Returns the administrator of the sample community. */
export function administrator(): Login {
  return sampleLogin("administrator");
}

/** Returns the sample member who is verified and has earned pounds. */
export function earner(): Login {
  return sampleLogin("is booked by others");
}

/**
 * Returns the login with this note; passwords are random. `E2E_LOGINS` names the file with the
 * logins, `demo-logins.txt` in the server's data directory.
 */
function sampleLogin(note: string): Login {
  const path = process.env.E2E_LOGINS;
  if (!path) throw new Error("E2E_LOGINS must name the demo-logins.txt of the server");
  const line = readFileSync(path, "utf8")
    .split("\n")
    .find((text) => text.endsWith(`(${note})`));
  const [email, password] = line?.trim().split(/\s+/) ?? [];
  if (!email || !password) throw new Error(`${path} has no login with the note: ${note}`);
  return { email, password };
}
