import { LogOut } from "lucide-react";
import { useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { Button } from "@/components/button";
import { useLiveUpdates } from "@/lib/live";
import { hasSignedOut, useSession } from "@/lib/session";
import { ActingBanner } from "./acting/banner";
import { OwnOnly } from "./acting/own-only";
import { isForDelegates } from "./acting/paths";
import { loginPath } from "./login-path";
import { BottomBar } from "./shell/bottom-bar";
import { LogoutDialog } from "./shell/logout-dialog";
import { OfflineNotice } from "./shell/offline-notice";
import { SideNav } from "./shell/side-nav";
import { SkipLink } from "./shell/skip-link";
import { TopBar } from "./shell/top-bar";

/** Screens with a logout button on small screens, which have no side navigation. */
const LOGOUT_PATHS = ["/user", "/settings"];

/** The signed-in shell; without a session it redirects to /login. */
export function Component() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  useLiveUpdates(session?.claims.id);
  const [leaving, setLeaving] = useState(false);
  if (!session) {
    return (
      <Navigate to={hasSignedOut() ? "/login" : loginPath(pathname + search + hash)} replace />
    );
  }
  const { acting } = session;
  return (
    <div className="group/frame flex min-h-dvh has-[[data-fill=alone]]:h-dvh tall:has-[[data-fill]]:h-dvh">
      <SkipLink />
      <SideNav onLogOut={() => setLeaving(true)} />
      <div className="@container/shell flex min-w-0 flex-1 flex-col">
        <ActingBanner />
        <TopBar />
        <OfflineNotice />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 has-[[data-fill]]:flex has-[[data-fill]]:min-h-0 has-[[data-fill]]:max-w-none has-[[data-fill]]:p-0 md:px-8"
        >
          {acting && !isForDelegates(pathname) ? <OwnOnly name={acting.name} /> : <Outlet />}
          {LOGOUT_PATHS.includes(pathname) && (
            <Button
              variant="quiet"
              block
              className="mt-8 md:hidden"
              onClick={() => setLeaving(true)}
            >
              <LogOut aria-hidden="true" className="size-5" />
              Logout
            </Button>
          )}
        </main>
        <BottomBar />
      </div>
      <LogoutDialog open={leaving} onOpenChange={setLeaving} />
    </div>
  );
}
