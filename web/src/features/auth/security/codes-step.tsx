import { Button } from "@/components/button";
import { RecoveryCodes } from "./recovery-codes";
import { StepHeading } from "./step-heading";

interface CodesStepProps {
  title: string;
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, until the person says that they have kept them. */
export function CodesStep({ title, codes, onDone }: CodesStepProps) {
  return (
    <div className="grid gap-4">
      <StepHeading>{title}</StepHeading>
      <RecoveryCodes codes={codes} />
      <div className="print:hidden">
        <Button variant="spark" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
