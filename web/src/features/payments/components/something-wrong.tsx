import { CircleAlert } from "lucide-react";
import { Button, ButtonLink } from "@/components/button";
import { useSite } from "@/lib/site";

interface SomethingWrongProps {
  message: string;
  busy?: boolean;
  onRetry: () => void;
}

/** Error view of the set-up at Stripe. */
export function SomethingWrong({ message, busy, onRetry }: SomethingWrongProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-8 text-center">
      <div className="grid size-20 place-items-center rounded-full bg-danger-soft text-danger">
        <CircleAlert aria-hidden="true" className="size-9" />
      </div>
      <h2 className="text-title">Something Went Wrong</h2>
      <p className="text-ink-2">{message}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button variant="spark" busy={busy} onClick={onRetry}>
          Try Again
        </Button>
        <SupportLink />
      </div>
    </div>
  );
}

/** Link to the people who run the site; to the help if they give no address. */
export function SupportLink() {
  const contact = useSite().data?.contact;
  return (
    <ButtonLink to={contact ? `mailto:${contact}` : "/help"} variant="quiet">
      Contact Support
    </ButtonLink>
  );
}
