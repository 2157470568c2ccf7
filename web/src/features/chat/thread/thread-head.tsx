import { ArrowLeft, BadgeCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { Avatar } from "@/components/avatar";
import { PageTitle } from "@/components/page-header";

interface ThreadHeadProps {
  /** Address of the profile; undefined for a deleted account. */
  profile: string | undefined;
  name: string;
  photo: string | null | undefined;
  verified: boolean;
  /** The most significant thing that the two have in common. */
  inCommon: string;
}

/** Header of a conversation with its person, and on a phone the way back to the list. */
export function ThreadHead({ profile, name, photo, verified, inCommon }: ThreadHeadProps) {
  const heading = useArrivalFocus();
  return (
    <header className="flex min-h-16 items-center gap-2.5 border-b border-line px-3 py-2 md:px-5">
      <PageTitle>{name}</PageTitle>
      <Link
        to="/messages"
        aria-label="Back to messages"
        className="-ml-1.5 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk beside:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-6" />
      </Link>
      {/* Doubled text needs the space for the name. */}
      <span className="hidden shrink-0 @min-[18rem]/shell:block">
        <Avatar name={name} photo={photo} />
      </span>
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="font-text text-body font-bold tracking-normal">
          {profile ? (
            <Link to={profile} className="wrap-anywhere hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
          {verified && (
            <BadgeCheck
              aria-label="Verified"
              role="img"
              className="ml-1 inline size-4 align-[-2px] text-leaf"
            />
          )}
        </h1>
        {inCommon && <p className="truncate text-small text-ink-2">{inCommon}</p>}
      </div>
    </header>
  );
}

/**
 * Focuses the heading after a conversation was chosen, since the pressed link is hidden on a phone.
 * Does nothing on the first load, where the browser's own order is right.
 */
function useArrivalFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useLocation().key !== "default";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for each conversation
  useEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
