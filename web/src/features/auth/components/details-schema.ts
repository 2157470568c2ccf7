import * as z from "zod/mini";
import { GENDERS } from "@/lib/gender";
import { nearTown } from "@/lib/near-town";

const MIN_PASSWORD_LENGTH = 8;

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

export const passwordSchema = z
  .string()
  .check(z.minLength(MIN_PASSWORD_LENGTH, "Password must be at least 8 characters long"));

const TOO_SHORT = "Please enter a telephone number with at least 5 digits";
const NOT_A_NUMBER = "Please enter a telephone number";

/** A telephone number, by the server's own rule: digits and the usual separators. */
export const phoneSchema = z.string().check(
  z.trim(),
  z.minLength(1, "Your phone number is required"),
  z.refine((text) => text === "" || digitsIn(text) >= 5, TOO_SHORT),
  z.refine((text) => /^[\d +().-]*$/.test(text) && digitsIn(text) <= 15, NOT_A_NUMBER),
);

function digitsIn(text: string): number {
  return text.replace(/\D/g, "").length;
}

/** The registration details, all of them required but the town. */
export const detailsSchema = z
  .object({
    firstname: required("Your first name is required"),
    lastname: required("Your last name is required"),
    phone: phoneSchema,
    gender: z.enum(GENDERS, "Please choose one"),
    location: z.string(),
    near: nearTown,
    referralCode: z.string(),
    password: passwordSchema,
    /** Whether the password is shown while it is typed. */
    shown: z.boolean(),
    confirm: z.string(),
    agreed: z.literal(true, "Please confirm that you are 18 or over and accept the terms"),
  })
  .check(
    z.refine(({ password, shown, confirm }) => shown || password === confirm, {
      error: "Passwords do not match.",
      path: ["confirm"],
    }),
  );

export type Details = z.infer<typeof detailsSchema>;

/** Initial values: no gender assumed, and no consent, which only a person may give. */
export const emptyDetails: Partial<Details> = {
  firstname: "",
  lastname: "",
  phone: "",
  gender: "prefer_not_to_say",
  location: "",
  near: null,
  referralCode: "",
  password: "",
  shown: false,
  confirm: "",
};
