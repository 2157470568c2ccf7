import * as z from "zod/mini";
import { draftEntry } from "@/lib/drafts";
import { GENDERS } from "@/lib/gender";
import { nearTown } from "@/lib/near-town";

const MIN_PASSWORD_LENGTH = 8;
const WEBSITE = /^(https?:\/\/\S+\.\S+)?$/;

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

const fields = z.object({
  firstname: required("Your first name is required"),
  lastname: required("Your last name is required"),
  email: z.string().check(z.trim(), z.email("Please enter a valid email address")),
  gender: z.enum(GENDERS),
  phone: required("Your phone number is required"),
  location: z.string().check(z.trim()),
  street: z.string().check(z.trim()),
  zip_code: z.string().check(z.trim()),
  near: nearTown,
  website: z
    .string()
    .check(z.trim(), z.regex(WEBSITE, "Start with https://, such as https://example.org")),
  password: z.string(),
  confirm: z.string(),
  currentPassword: z.string(),
  code: z.string().check(z.trim()),
});

export type ProfileValues = z.infer<typeof fields>;

/** Checks whether a change concerns signing in, which requires the current password. */
export function isSensitive(
  values: Pick<ProfileValues, "email" | "password">,
  email: string,
): boolean {
  return values.password !== "" || values.email.trim().toLowerCase() !== email.toLowerCase();
}

/** Returns the schema for a member with this address; an empty password changes nothing. */
export function profileSchema(email: string) {
  return fields.check(
    z.refine(({ password }) => password === "" || password.length >= MIN_PASSWORD_LENGTH, {
      error: "Password must be at least 8 characters long",
      path: ["password"],
    }),
    z.refine(({ password, confirm }) => password === confirm, {
      error: "Passwords do not match",
      path: ["confirm"],
    }),
    z.refine((values) => values.currentPassword !== "" || !isSensitive(values, email), {
      error: "Your current password is required",
      path: ["currentPassword"],
    }),
  );
}

const text = z.optional(z.string());
const draftSchema = z.object({
  firstname: text,
  lastname: text,
  gender: z.optional(z.enum(GENDERS)),
  phone: text,
  location: text,
  street: text,
  zip_code: text,
  near: z.optional(nearTown),
  website: text,
});

/** Draft of profile changes, without sign-in details. */
export function profileDraft(owner: string) {
  return draftEntry<z.infer<typeof draftSchema>>(`profileDraft:${owner}`, draftSchema, {});
}
