import { useEffect } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "@/components/button";
import { PageTitle } from "@/components/page-header";
import { leaveDevice } from "@/lib/sign-out";
import { useSiteName } from "@/lib/site";

/** The last page of somebody who has deleted their account. */
export function Component() {
  const name = useSiteName();
  const hasLeft = useLocation().state?.left === true;
  // Not before this screen is there: without a session, the screens of members lead to the sign-in.
  useEffect(() => {
    if (hasLeft) leaveDevice();
  }, [hasLeft]);
  return (
    <div className="mx-auto grid max-w-xl flex-1 content-center justify-items-center gap-4 px-5 py-12 text-center">
      <PageTitle>Goodbye</PageTitle>
      <h1 tabIndex={-1} className="text-display">
        Goodbye, and thank you
      </h1>
      <p className="text-lead text-ink-2">
        Your account on {name} is deleted, and you are signed out everywhere. We have sent you one
        last email about it. You are welcome back at any time.
      </p>
      <ButtonLink to="/">Go to the front page</ButtonLink>
    </div>
  );
}
