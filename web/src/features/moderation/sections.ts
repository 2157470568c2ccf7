import type { ModuleName } from "@/lib/site";
import type { Queue } from "./api/use-waiting";

/** Page of the admin console. */
export interface Section {
  to: string;
  label: string;
  module?: ModuleName;
  adminOnly?: boolean;
  /** Whether it is about pounds, which only some communities use. */
  cash?: boolean;
  /** Queue whose count is shown. */
  queue?: Queue;
}

/** Sections of the console that belong together. */
export interface SectionGroup {
  /** Heading; empty for the overview, which stands alone. */
  title: string;
  sections: Section[];
}

/** All sections of the console, the most urgent first. */
export const sectionGroups: SectionGroup[] = [
  { title: "", sections: [{ to: "/admin", label: "Overview" }] },
  {
    title: "Decide",
    sections: [
      {
        to: "/admin/disputes",
        label: "Disputes",
        module: "bookings",
        adminOnly: true,
        queue: "disputes",
      },
      { to: "/admin/reports", label: "Reports", queue: "reports" },
      { to: "/admin/appeals", label: "Appeals", queue: "appeals" },
      { to: "/admin/posts", label: "First posts", queue: "posts" },
      { to: "/admin/contact", label: "Contact", module: "site", queue: "messages" },
      {
        to: "/admin/identity",
        label: "Identity",
        module: "kyc",
        adminOnly: true,
        queue: "documents",
      },
      { to: "/admin/skills", label: "Skills", module: "skills", queue: "skills" },
    ],
  },
  {
    title: "People",
    sections: [
      { to: "/admin/members", label: "Members", queue: "applicants" },
      { to: "/admin/checks", label: "Checks", module: "vetting", adminOnly: true },
      { to: "/admin/helpers", label: "Helpers", module: "delegation", adminOnly: true },
      { to: "/admin/clusters", label: "Linked accounts", module: "bookings", adminOnly: true },
      { to: "/admin/imports", label: "Import", module: "imports", adminOnly: true },
    ],
  },
  {
    title: "Money",
    sections: [
      {
        to: "/admin/cash",
        label: "Cash",
        module: "wallet",
        adminOnly: true,
        cash: true,
        queue: "cash_ins",
      },
      {
        to: "/admin/withdrawals",
        label: "Withdrawals",
        module: "payouts",
        adminOnly: true,
        cash: true,
        queue: "withdrawals",
      },
      { to: "/admin/sparks", label: "Sparks", module: "timebank" },
      { to: "/admin/ledger", label: "Ledger", module: "wallet", adminOnly: true },
    ],
  },
  {
    title: "Tell",
    sections: [
      { to: "/admin/announcements", label: "Announcements", module: "community", adminOnly: true },
      { to: "/admin/events", label: "Events", module: "community", adminOnly: true },
      { to: "/admin/letters", label: "Letters", module: "notifications", adminOnly: true },
      { to: "/admin/replies", label: "Replies" },
    ],
  },
  {
    title: "Set up",
    sections: [
      { to: "/admin/site", label: "Site", module: "site", adminOnly: true },
      { to: "/admin/categories", label: "Categories", module: "skills", adminOnly: true },
      { to: "/admin/words", label: "Words", module: "skills", adminOnly: true },
      { to: "/admin/agreements", label: "Agreements", adminOnly: true },
    ],
  },
  {
    title: "Account for it",
    sections: [
      { to: "/admin/online-safety", label: "Online safety", adminOnly: true },
      { to: "/admin/report", label: "Report for funders", adminOnly: true },
      { to: "/admin/audit", label: "Audit log", adminOnly: true },
    ],
  },
];

/** Returns the section that the page at `path` belongs to. */
export function sectionAt(path: string): Section | undefined {
  return sectionGroups
    .flatMap(({ sections }) => sections)
    .findLast(({ to }) => path === to || path.startsWith(`${to}/`));
}
