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
    clearCaches();
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

/** Removes what the browser kept of this site for reading offline. */
async function clearCaches(): Promise<void> {
  if (!("caches" in window)) return;
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}
