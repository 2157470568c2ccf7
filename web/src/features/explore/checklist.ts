import type { Schemas } from "@/lib/api";
import { type ModuleName, useSite } from "@/lib/site";

export interface ChecklistItem {
  label: string;
  /** The same as something to do next: 'add a photo'. */
  next: string;
  done: boolean;
  /** Where it is done. */
  to: string;
}

/** What makes a profile complete, as far as it can be done on this site. */
export function useChecklist({ checklist }: Schemas["Profile"]): ChecklistItem[] {
  const modules = useSite().data?.modules ?? [];
  const items: (ChecklistItem & { module?: ModuleName })[] = [
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
  ];
  return items.filter(({ module }) => !module || modules.includes(module));
}

/** The first thing still open. */
export function nextStep(items: ChecklistItem[]): ChecklistItem | undefined {
  return items.find(({ done }) => !done);
}
