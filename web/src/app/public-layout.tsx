import { Outlet } from "react-router";
import { OfflineNotice } from "./shell/offline-notice";
import { PublicHeader } from "./shell/public-header";
import { SkipLink } from "./shell/skip-link";

/** Layout of pages without a session: the fixed header, then the page. */
export function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col pt-16">
      <SkipLink />
      <PublicHeader />
      <OfflineNotice />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <Outlet />
      </main>
    </div>
  );
}
