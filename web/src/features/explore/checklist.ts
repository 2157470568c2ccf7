import type { Schemas } from "@/lib/api";

type Step = Schemas["ProfileStep"];

export interface ChecklistItem {
  label: string;
  /** Label as a next step: 'add a photo'. */
  next: string;
  done: boolean;
  /** Address of the form. */
  to: string;
}

const STEPS: Record<Step, Omit<ChecklistItem, "done">> = {
  photo: { label: "Profile photo", next: "add a photo", to: "/user#photo" },
  skill: { label: "At least one skill", next: "add a skill", to: "/settings/skill/add" },
  bio: { label: "A few words about you", next: "write about yourself", to: "/user?edit=about" },
  kyc: { label: "Identity checked", next: "verify your identity", to: "/settings/kyc" },
  payment_method: { label: "A card to pay with", next: "add a card", to: "/add-bills" },
  linked_account: { label: "Linked payout account", next: "add a bank account", to: "/get-paid" },
};

/** Returns the items of a complete profile that this community needs, as the server counts them. */
export function checklistItems({ checklist }: Schemas["Profile"]): ChecklistItem[] {
  // A profile stored by an earlier version of the client does not say what is needed.
  const needed: Step[] = checklist.needed ?? ["photo", "bio"];
  return needed.map((step) => ({ ...STEPS[step], done: checklist[step] }));
}

/** Returns the first open item. */
export function nextStep(items: ChecklistItem[]): ChecklistItem | undefined {
  return items.find(({ done }) => !done);
}
