import { routes as auth } from "@/features/auth/routes";
import { nav as bookingsNav } from "@/features/bookings/nav";
import { routes as bookings } from "@/features/bookings/routes";
import { nav as chatNav } from "@/features/chat/nav";
import { routes as chat } from "@/features/chat/routes";
import { nav as exploreNav } from "@/features/explore/nav";
import { routes as explore } from "@/features/explore/routes";
import { routes as kyc } from "@/features/kyc/routes";
import { nav as moderationNav } from "@/features/moderation/nav";
import { routes as moderation } from "@/features/moderation/routes";
import { routes as notifications } from "@/features/notifications/routes";
import { nav as settingsNav } from "@/features/settings/nav";
import { preferenceRoutes, routes as settings } from "@/features/settings/routes";
import { routes as site } from "@/features/site/routes";
import { routes as skills } from "@/features/skills/routes";
import { routes as wallet } from "@/features/wallet/routes";
import type { FeatureRoutes, NavEntry } from "@/lib/routing";

/** The features that make up the client. */
export const features: FeatureRoutes[] = [
  auth,
  explore,
  skills,
  bookings,
  chat,
  wallet,
  kyc,
  settings,
  preferenceRoutes,
  notifications,
  moderation,
  site,
];

/** Entries of the side navigation and the bottom bar, in order. */
export const navEntries: NavEntry[] = [
  ...exploreNav,
  ...bookingsNav,
  ...chatNav,
  ...settingsNav,
  ...moderationNav,
].sort((a, b) => a.order - b.order);
