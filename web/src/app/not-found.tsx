import { useLocation } from "react-router";
import { ButtonLink } from "@/components/button";
import { PageTitle } from "@/components/page-header";
import { useSession } from "@/lib/session";
import { type ModuleName, useModule, useSiteName } from "@/lib/site";
import { moduleOfPath } from "./module-of-path";

/** Names of the modules that can be switched off, as the start of a sentence. */
const PARTS: Partial<Record<ModuleName, string>> = {
  skills: "Skills are",
  bookings: "Bookings are",
  chat: "Messages are",
  community: "The community page is",
  timebank: "Sparks between neighbours are",
  settings: "These settings are",
  wallet: "The wallet is",
  kyc: "Identity checks are",
  vetting: "Checks by the hosts are",
  payments: "Cards are",
  payouts: "Bank accounts are",
  notifications: "Notification settings are",
  moderation: "Decisions and appeals are",
};

/** The page for an unknown address, or one whose module is switched off. */
export function Component() {
  const part = useSwitchedOffPart();
  const site = useSiteName();
  const home = useSession() ? "/explore" : "/";
  const title = part ? `${part} switched off here` : "We can't find that page";
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 px-5 py-16 text-center">
      <PageTitle>{part ? "Switched off" : "Page not found"}</PageTitle>
      <img src="/art/not-found.svg" alt="" width={320} height={240} />
      <h1 tabIndex={-1} className="text-display">
        {title}
      </h1>
      <p className="text-lead text-ink-2">
        {part
          ? `This part of ${site} is switched off. If you need it, ask the people who run the site.`
          : "The link may be out of date, or the address may have a typing error."}
      </p>
      <ButtonLink to={home} variant="spark">
        {home === "/" ? "Go to the front page" : "Go to Explore"}
      </ButtonLink>
    </div>
  );
}

/** Returns the name of the switched-off module that this address belongs to, if any. */
function useSwitchedOffPart(): string | undefined {
  const { pathname } = useLocation();
  const module = moduleOfPath(pathname);
  return useModule(module) === false && module ? PARTS[module] : undefined;
}
