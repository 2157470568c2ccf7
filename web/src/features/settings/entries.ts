import { Eye, FileCode, Sparkles, UserPen, Users } from "lucide-react";
import type { Entry } from "./parts/entry-list";

/** About oneself. */
export const ownEntries: readonly Entry[] = [
  {
    to: "/settings/skills",
    title: "My skills",
    text: "What you offer, at what price",
    icon: Sparkles,
    module: "skills",
  },
  {
    to: "/settings/profile",
    title: "Edit profile",
    text: "Photo, name, address and website",
    icon: UserPen,
    module: "explore",
  },
];

/** How the site treats one. */
export const generalEntries: readonly Entry[] = [
  {
    to: "/settings/profile#visibility",
    title: "Visibility",
    text: "Whether clients can find you",
    icon: Eye,
    module: "explore",
  },
  {
    to: "/following",
    title: "People you follow",
    text: "And who follows you",
    icon: Users,
    module: "explore",
  },
];

/** What one may read up. */
export const legalEntries: readonly Entry[] = [
  {
    to: "/docs",
    title: "For developers",
    text: "Everything this site can do, as an API",
    icon: FileCode,
    module: "site",
    outside: true,
  },
];
