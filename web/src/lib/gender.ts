/** Genders to choose from. */
export const GENDERS = ["female", "male", "other", "prefer_not_to_say"] as const;

export type Gender = (typeof GENDERS)[number];

/** Labels, such as `Prefer not to say`. */
export const genderNames: Record<Gender, string> = {
  female: "Female",
  male: "Male",
  other: "Other",
  prefer_not_to_say: "Prefer not to say",
};
