import type { Schemas } from "@/lib/api";
import { type ModuleName, useSite } from "@/lib/site";

export interface ChecklistItem {
  label: string;
  /** Label as a next step: 'add a photo'. */
  next: string;
  done: boolean;
  /** Address of the form. */
  to: string;
}

/** Returns the items of a complete profile, as far as the site's modules offer them. */
export function useChecklist({ checklist }: Schemas["Profile"]): ChecklistItem[] {
  const site = useSite().data;
  const modules = site?.modules ?? [];
  const hasCash = site?.mode === "cash+tokens";
  const items: (ChecklistItem & { module?: ModuleName; cash?: boolean })[] = [
    { label: "Profile photo", next: "add a photo", done: checklist.photo, to: "/user#photo" },
    {
      label: "At least one skill",
      next: "add a skill",
      done: checklist.skill,
      to: "/settings/skill/add",
      module: "skills",
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
      to: "/settings/kyc",
      module: "kyc",
    },
    {
      label: "Linked payout account",
      next: "add a bank account",
      done: checklist.linked_account,
      to: "/get-paid",
      module: "payouts",
      cash: true,
    },
  ];
  return items.filter(
    ({ module, cash }) => (!module || modules.includes(module)) && (!cash || hasCash),
  );
}

/** Returns the first open item. */
export function nextStep(items: ChecklistItem[]): ChecklistItem | undefined {
  return items.find(({ done }) => !done);
}
