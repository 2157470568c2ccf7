import { useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "@/components/overlay";
import { client } from "@/lib/api";
import { clearFiles } from "@/lib/drafts";
import { clearStorage } from "@/lib/session";

interface LogoutDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Ends the session on the server and forgets everything here. */
export function LogoutDialog({ open, onOpenChange }: LogoutDialogProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function logOut() {
    setBusy(true);
    // An expired access token is renewed for it. Signing out here must work without the
    // server too; its session then runs out by itself.
    await client.POST("/api/auth/logout").catch(() => undefined);
    clearStorage();
    clearFiles();
    leaveDevice();
    navigate("/login", { replace: true });
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm Logout"
      description="Are you sure you want to logout from your account?"
      confirmLabel="Logout"
      variant="danger"
      busy={busy}
      onConfirm={logOut}
    />
  );
}

/** Removes what the browser kept of this site for reading offline, and stops notifications. */
async function leaveDevice(): Promise<void> {
  const [{ forgetLastSeen }, { leavePush }] = await Promise.all([
    import("@/lib/last-seen"),
    import("@/lib/push"),
  ]);
  await Promise.all([forgetLastSeen(), leavePush()]);
}
