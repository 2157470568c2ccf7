import * as z from "zod/mini";
import { GENDERS } from "@/lib/gender";

const MIN_PASSWORD_LENGTH = 8;

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

export const passwordSchema = z
  .string()
  .check(z.minLength(MIN_PASSWORD_LENGTH, "Password must be at least 8 characters long"));

/** The registration details, all of them required but the town. */
export const detailsSchema = z
  .object({
    firstname: required("Your first name is required"),
    lastname: required("Your last name is required"),
    phone: required("Your phone number is required"),
    gender: z.enum(GENDERS, "Please choose one"),
    location: z.string(),
    referralCode: z.string(),
    password: passwordSchema,
    confirm: z.string(),
    adult: z.literal(true, "You need to be 18 or over"),
    terms: z.literal(true, "Please accept the terms"),
  })
  .check(
    z.refine(({ password, confirm }) => password === confirm, {
      error: "Passwords do not match.",
      path: ["confirm"],
    }),
  );

export type Details = z.infer<typeof detailsSchema>;

/** The form before anything has been entered; the boxes start unticked, which only a person may change, and a gender is nobody's business. */
export const emptyDetails: Partial<Details> = {
  firstname: "",
  lastname: "",
  phone: "",
  gender: "prefer_not_to_say",
  location: "",
  referralCode: "",
  password: "",
  confirm: "",
};
