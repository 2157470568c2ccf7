import { Link } from "react-router";
import { ApiError } from "@/lib/api";
import { localPath } from "@/lib/local-path";

/** Link to the page where a suspended member can appeal, if the refused sign-in has one. */
export function AppealLink({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || !error.link) return null;
  return (
    <Link
      to={localPath(error.link, "/contact")}
      className={`text-link inline-flex min-h-11 items-center justify-self-start`}
    >
      Read why, and appeal
    </Link>
  );
}
