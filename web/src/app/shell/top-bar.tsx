import { MapPin, Search } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Avatar } from "@/components/avatar";
import { Button } from "@/components/button";
import { RequireModule } from "@/components/require-module";
import { Skeleton } from "@/components/skeleton";
import { NotificationBell } from "@/features/notifications/bell";
import { messageOf, type Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { useOwnProfile } from "@/lib/profile";
import { WalletLink } from "./wallet-link";

/** Top bar of every signed-in screen; an error strip if the profile cannot be loaded. */
export function TopBar() {
  const { data: profile, error, isFetching, refetch } = useOwnProfile();
  const { pathname } = useLocation();
  const onExplore = pathname === "/explore";
  // The search screen has a search box of its own.
  const onSearch = pathname === "/search";
  if (error && !profile) {
    return (
      <div
        role="alert"
        className="alone:hidden flex flex-wrap items-center justify-between gap-3 bg-danger-soft px-5 py-3 font-medium text-danger"
      >
        {messageOf(error, "Failed to fetch profile")}
        <Button variant="quiet" size="small" busy={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <header className="alone:hidden top-0 z-30 border-b border-line bg-paper roomy:sticky print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 md:px-8">
        <LocationLink profile={profile} />
        {!onSearch && (
          <SearchLink
            className={cx(
              onExplore ? "order-last flex w-full" : "hidden",
              "sm:order-none sm:ml-auto sm:flex sm:w-80 lg:w-96",
            )}
          />
        )}
        <div
          className={cx(
            "ml-auto flex min-h-12 min-w-0 flex-wrap items-center justify-end gap-1.5",
            !onSearch && "sm:ml-0",
          )}
        >
          <Link
            to="/search"
            aria-label="Search"
            className={cx(
              "size-11 place-items-center rounded-full hover:bg-sunk sm:hidden",
              onExplore || onSearch ? "hidden" : "grid",
            )}
          >
            <Search aria-hidden="true" className="size-6" />
          </Link>
          <RequireModule name="wallet">
            <WalletLink />
          </RequireModule>
          <RequireModule name="notifications">
            <NotificationBell />
          </RequireModule>
          {profile ? (
            <Link to="/user" className="rounded-full">
              <span className="sr-only">Your profile</span>
              <Avatar name={`${profile.firstname} ${profile.lastname}`} photo={profile.photourl} />
            </Link>
          ) : (
            <Skeleton className="size-11 rounded-full" />
          )}
        </div>
      </div>
    </header>
  );
}

/** Link with the person's town to the form that changes it. */
function LocationLink({ profile }: { profile: Schemas["Profile"] | undefined }) {
  const street = profile ? [profile.street, profile.zip_code].filter(Boolean).join(", ") : "";
  return (
    <Link
      to="/settings/profile"
      className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-s hover:bg-sunk sm:flex-none sm:pr-2"
    >
      {/* Hidden on a phone: the town needs the space beside four buttons. */}
      <MapPin aria-hidden="true" className="hidden size-5 shrink-0 text-leaf sm:block" />
      <span className="min-w-0 leading-tight">
        <span className="sr-only">Your location: </span>
        {profile ? (
          // Two lines in all, so that the bar keeps its height when the fonts load.
          <span
            className={cx(
              street ? "line-clamp-1" : "line-clamp-2",
              "max-w-40 font-display font-bold wrap-anywhere sm:max-w-56",
            )}
          >
            {profile.location || "Not set"}
          </span>
        ) : (
          <span className="grid gap-1.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-3.5 w-32" />
          </span>
        )}
        {street && (
          <span className="block max-w-40 truncate text-small text-ink-2 sm:max-w-56">
            {street}
          </span>
        )}
      </span>
    </Link>
  );
}

/** Link that looks like the search box it opens. */
function SearchLink({ className }: { className: string }) {
  return (
    <Link
      to="/search"
      className={cx(
        "min-h-12 items-center gap-3 rounded-full bg-card px-4 text-ink-3 shadow-card transition-shadow hover:shadow-raised",
        className,
      )}
    >
      <Search aria-hidden="true" className="size-5 shrink-0" />
      <span className="truncate">Search people, skills and communities</span>
    </Link>
  );
}
