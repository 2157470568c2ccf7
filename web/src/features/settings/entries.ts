import {
  BadgeCheck,
  Ban,
  Bell,
  CalendarClock,
  CalendarPlus,
  CheckCheck,
  CircleHelp,
  Eye,
  FileCode,
  FileText,
  Gift,
  Landmark,
  LifeBuoy,
  LockKeyhole,
  MonitorSmartphone,
  ShieldCheck,
  Sparkles,
  UserPen,
  Users,
  Wallet,
} from "lucide-react";
import type { Entry } from "./components/entry-list";

/** Entries about the member. */
export const ownEntries: readonly Entry[] = [
  {
    to: "/settings/skills",
    title: "My skills",
    text: "What you offer, at what price",
    icon: Sparkles,
    module: "skills",
  },
  {
    to: "/settings/availability",
    title: "Availability",
    text: "When you can be booked",
    icon: CalendarClock,
    module: "bookings",
  },
  {
    to: "/settings/profile",
    title: "Edit profile",
    text: "Photo, name, email and address",
    icon: UserPen,
    module: "explore",
  },
  {
    to: "/settings/kyc",
    title: "Identity check",
    text: "Show who you are",
    icon: BadgeCheck,
    module: "kyc",
  },
  {
    to: "/settings/payment",
    title: "Payment",
    text: "Cards, and bank accounts to be paid into",
    icon: Landmark,
    module: "payouts",
    cash: true,
  },
  {
    to: "/settings/invite",
    title: "Invite friends",
    text: "Your link, and who joined by it",
    icon: Gift,
    module: "explore",
  },
];

/** Entries about the account and the site's behaviour. */
export const generalEntries: readonly Entry[] = [
  {
    to: "/settings/security",
    title: "Security",
    text: "Password and two-step sign-in",
    icon: LockKeyhole,
    module: "auth",
  },
  {
    to: "/settings/notify",
    title: "Notifications",
    text: "What we tell you, and when",
    icon: Bell,
    module: "settings",
  },
  {
    to: "/settings/devices",
    title: "Linked devices",
    text: "Devices that are signed in to your account",
    icon: MonitorSmartphone,
    module: "auth",
  },
  {
    to: "/settings/profile#visibility",
    title: "Visibility",
    text: "Whether neighbours can find you",
    icon: Eye,
    module: "explore",
  },
  {
    to: "/settings/profile#receipts",
    title: "Read receipts",
    text: "Whether people see that you have read their messages",
    icon: CheckCheck,
    module: "chat",
  },
  {
    to: "/settings/calendar",
    title: "Your calendar",
    text: "Your bookings in your own calendar",
    icon: CalendarPlus,
    module: "bookings",
  },
  {
    to: "/wallet",
    title: "Wallet",
    text: "Your balance and your history",
    icon: Wallet,
    module: "wallet",
  },
  {
    to: "/following",
    title: "People you follow",
    text: "And who follows you",
    icon: Users,
    module: "explore",
  },
  {
    to: "/settings/blocked",
    title: "People you have blocked",
    text: "Who can't write to you or book you",
    icon: Ban,
    module: "explore",
  },
];

/** Help and legal pages. */
export const legalEntries: readonly Entry[] = [
  {
    to: "/terms",
    title: "Terms of Service",
    text: "What we agree on",
    icon: FileText,
    module: "site",
  },
  {
    to: "/privacy",
    title: "Privacy Policy",
    text: "What this site knows about you, and who sees it",
    icon: ShieldCheck,
    module: "site",
  },
  {
    to: "/help",
    title: "Help Center",
    text: "How things work here",
    icon: LifeBuoy,
    module: "site",
  },
  {
    to: "/faqs",
    title: "FAQs",
    text: "Short answers to what people ask first",
    icon: CircleHelp,
    module: "site",
  },
  {
    to: "/docs",
    title: "For developers",
    text: "Everything this site can do, as an API",
    icon: FileCode,
    module: "site",
    outside: true,
  },
];
