import type { Schemas } from "@/lib/api";
import { useModule } from "@/lib/site";

export interface ChecklistItem {
  label: string;
  /** The same as something to do next: 'add a photo'. */
  next: string;
  done: boolean;
  /** Where it is done; absent while this site has no such screen. */
  to: string | undefined;
}

/** The six things that make a profile complete, those that can be done here first. */
export function useChecklist(profile: Schemas["Profile"]): ChecklistItem[] {
  const skills = useModule("skills");
  const kyc = useModule("kyc");
  const settings = useModule("settings");
  const { checklist } = profile;
  return [
    { label: "Profile photo", next: "add a photo", done: checklist.photo, to: "/user#photo" },
    {
      label: "At least one skill",
      next: "add a skill",
      done: checklist.skill,
      to: skills ? "/settings/skill/add" : undefined,
    },
    {
      label: "A few words about you",
      next: "write about yourself",
      done: checklist.bio,
      to: "/user?edit=about",
    },
    {
      label: "Identity checked",
      next: "verify your identity",
      done: checklist.kyc,
      to: kyc ? "/settings/kyc" : undefined,
    },
    {
      label: "Payment method",
      next: "add a payment method",
      done: checklist.payment_method,
      to: settings ? "/bills" : undefined,
    },
    {
      label: "Payout account",
      next: "link a payout account",
      done: checklist.payout_account,
      to: settings ? "/get-paid" : undefined,
    },
  ];
}

/** The first thing still open that can be done on this site. */
export function nextStep(items: ChecklistItem[]): ChecklistItem | undefined {
  return items.find(({ done, to }) => !done && to !== undefined);
}
