import type { ReactNode } from "react";
import { Link } from "react-router";

interface PersonLinkProps {
  /** Id of the member; absent for somebody who has left or is not shown. */
  id: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A person's name, linked to the profile if there is one. */
export function PersonLink({ id, className = "hover:underline", children }: PersonLinkProps) {
  if (!id) return <>{children}</>;
  return (
    <Link to={`/user-profile/${id}`} className={className}>
      {children}
    </Link>
  );
}
