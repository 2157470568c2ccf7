import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "@/components/avatar";
import { Dialog, DialogActions } from "@/components/overlay";
import type { Schemas } from "@/lib/api";
import { fullName } from "../format";

interface OutcomeDialogProps {
  open: boolean;
  onClose: () => void;
  /** Completed action. */
  title: string;
  /** The other person of the booking. */
  person: Schemas["Party"];
  /** Next steps, in order. */
  next: readonly string[];
  /** Buttons of the dialog. */
  children: ReactNode;
}

/** Confirms a successful action, and lists the next steps. */
export function OutcomeDialog(props: OutcomeDialogProps) {
  const { open, onClose, title, person, next, children } = props;
  return (
    <Dialog open={open} onOpenChange={(on) => !on && onClose()} title={title}>
      <div className="relative mx-auto">
        <Avatar name={fullName(person)} photo={person.photourl} size="large" />
        <span
          aria-hidden="true"
          className="absolute -right-1 -bottom-1 grid size-9 place-items-center rounded-full bg-leaf text-card ring-4 ring-card"
        >
          <Check className="size-5" strokeWidth={3} />
        </span>
      </div>
      <h3 className="text-title">What happens next</h3>
      <ol className="grid gap-2.5">
        {next.map((step, index) => (
          <li key={step} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-3">
            <span
              aria-hidden="true"
              className="num grid size-7 place-items-center rounded-full bg-spark-soft text-small font-bold text-spark-deep"
            >
              {index + 1}
            </span>
            <span className="num">{step}</span>
          </li>
        ))}
      </ol>
      <DialogActions>{children}</DialogActions>
    </Dialog>
  );
}
