import type { ModuleName } from "@/lib/site";
import type { Queue } from "./api/use-waiting";

/** Address of the overview. */
export const OVERVIEW = "/admin";

/** Page of the admin console. */
export interface Section {
  to: string;
  /** Further pages of the section, besides those below `to`. */
  also?: readonly string[];
  label: string;
  /** Modules that answer its requests; all must be on. */
  modules: readonly ModuleName[];
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
  { title: "", sections: [{ to: OVERVIEW, label: "Overview", modules: ["moderation"] }] },
  {
    title: "Decide",
    sections: [
      {
        to: "/admin/disputes",
        label: "Disputes",
        modules: ["bookings"],
        adminOnly: true,
        queue: "disputes",
      },
      { to: "/admin/reports", label: "Reports", modules: ["moderation"], queue: "reports" },
      { to: "/admin/appeals", label: "Appeals", modules: ["moderation"], queue: "appeals" },
      { to: "/admin/posts", label: "First posts", modules: ["moderation"], queue: "posts" },
      { to: "/admin/contact", label: "Contact", modules: ["site"], queue: "messages" },
      {
        to: "/admin/identity",
        label: "Identity",
        modules: ["kyc"],
        adminOnly: true,
        queue: "documents",
      },
      { to: "/admin/skills", label: "Skills", modules: ["skills"], queue: "skills" },
    ],
  },
  {
    title: "People",
    sections: [
      { to: "/admin/members", label: "Members", modules: ["moderation"], queue: "applicants" },
      { to: "/admin/checks", label: "Checks", modules: ["vetting"], adminOnly: true },
      { to: "/admin/helpers", label: "Helpers", modules: ["delegation"], adminOnly: true },
      {
        to: "/admin/clusters",
        label: "Linked accounts",
        modules: ["moderation", "bookings"],
        adminOnly: true,
      },
      { to: "/admin/imports", label: "Import", modules: ["imports"], adminOnly: true },
    ],
  },
  {
    title: "Money",
    sections: [
      {
        to: "/admin/cash",
        label: "Cash",
        modules: ["wallet"],
        adminOnly: true,
        cash: true,
        queue: "cash_ins",
      },
      {
        to: "/admin/withdrawals",
        label: "Withdrawals",
        modules: ["payouts"],
        adminOnly: true,
        cash: true,
        queue: "withdrawals",
      },
      { to: "/admin/sparks", label: "Sparks", modules: ["timebank"] },
      { to: "/admin/ledger", label: "Ledger", modules: ["wallet"], adminOnly: true },
    ],
  },
  {
    title: "Tell",
    sections: [
      {
        to: "/admin/announcements",
        label: "Announcements",
        modules: ["community"],
        adminOnly: true,
      },
      { to: "/admin/events", label: "Events", modules: ["community"], adminOnly: true },
      { to: "/admin/letters", label: "Letters", modules: ["notifications"], adminOnly: true },
      { to: "/admin/replies", label: "Replies", modules: ["moderation"] },
    ],
  },
  {
    title: "Set up",
    sections: [
      {
        to: "/admin/site",
        also: ["/admin/set-up"],
        label: "Site",
        modules: ["site"],
        adminOnly: true,
      },
      { to: "/admin/categories", label: "Categories", modules: ["skills"], adminOnly: true },
      { to: "/admin/words", label: "Words", modules: ["skills"], adminOnly: true },
      { to: "/admin/towns", label: "Towns", modules: ["places"], adminOnly: true },
      { to: "/admin/agreements", label: "Agreements", modules: ["auth"], adminOnly: true },
    ],
  },
  {
    title: "Account for it",
    sections: [
      {
        to: "/admin/online-safety",
        label: "Online safety",
        modules: ["moderation"],
        adminOnly: true,
      },
      {
        to: "/admin/report",
        label: "Report for funders",
        modules: ["moderation"],
        adminOnly: true,
      },
      { to: "/admin/audit", label: "Audit log", modules: ["moderation"], adminOnly: true },
    ],
  },
];

/** Returns the section that the page at `path` belongs to. */
export function sectionAt(path: string): Section | undefined {
  const isAt = (page: string) =>
    path === page || (page !== OVERVIEW && path.startsWith(`${page}/`));
  return sectionGroups
    .flatMap(({ sections }) => sections)
    .find(({ to, also = [] }) => [to, ...also].some(isAt));
}
