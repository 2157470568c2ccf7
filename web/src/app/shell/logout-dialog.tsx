import { useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "@/components/overlay";
import { signOut } from "@/lib/sign-out";

interface LogoutDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks, ends the session on the server, and deletes all local data. */
export function LogoutDialog({ open, onOpenChange }: LogoutDialogProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function logOut() {
    setBusy(true);
    await signOut();
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
