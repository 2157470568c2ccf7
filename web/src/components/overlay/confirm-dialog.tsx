import type { ReactNode } from "react";
import { Button } from "../button";
import { FormMessage } from "../form/form-error";
import { Dialog } from "./dialog";
import { DialogActions } from "./dialog-actions";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Says what will happen, and what cannot be undone. */
  description: ReactNode;
  /** A verb: 'Cancel booking', not 'OK'. */
  confirmLabel: string;
  cancelLabel?: string;
  variant?: "spark" | "ink" | "danger";
  busy?: boolean;
  /** Error of the last attempt; the dialog stays open. */
  error?: string | undefined;
  onConfirm: () => void;
  /** Further fields above the buttons. */
  children?: ReactNode;
}

/** Asks before an action that is hard to undo. The caller closes it once the work is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, cancelLabel = "Cancel" } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      {props.children}
      <FormMessage>{props.error}</FormMessage>
      <DialogActions>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          {cancelLabel}
        </Button>
        <Button variant={props.variant ?? "ink"} busy={props.busy} onClick={props.onConfirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
