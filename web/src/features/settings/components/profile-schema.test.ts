import { expect, test } from "vitest";
import { type ProfileValues, profileSchema } from "./profile-schema";

const values: ProfileValues = {
  firstname: "Ana",
  lastname: "Moss",
  email: "ana@example.org",
  gender: "female",
  phone: "07700 900123",
  location: "Leeds",
  street: "",
  zip_code: "",
  near: null,
  website: "",
  password: "",
  confirm: "",
  currentPassword: "",
  code: "",
};
const schema = profileSchema("ana@example.org");

function errorsOf(change: Partial<ProfileValues>): Record<string, string> {
  const result = schema.safeParse({ ...values, ...change });
  const issues = result.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

test.each<[Partial<ProfileValues>, Record<string, string>]>([
  [{}, {}],
  [{ email: " ANA@example.org " }, {}],
  [{ email: "new@example.org" }, { currentPassword: "Your current password is required" }],
  [{ email: "new@example.org", currentPassword: "old one" }, {}],
  [
    { email: "nonsense", currentPassword: "old one" },
    { email: "Please enter a valid email address" },
  ],
  [{ password: "long enough", currentPassword: "old one" }, { confirm: "Passwords do not match" }],
  [
    { password: "short", confirm: "short", currentPassword: "old one" },
    { password: "Password must be at least 8 characters long" },
  ],
  [
    { password: "long enough", confirm: "long enough" },
    { currentPassword: "Your current password is required" },
  ],
  [{ website: "example.org" }, { website: "Start with https://, such as https://example.org" }],
])("%j", (change, errors) => {
  expect(errorsOf(change)).toEqual(errors);
});
