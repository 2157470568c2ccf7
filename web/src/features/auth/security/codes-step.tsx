import { Button } from "@/components/button";
import { RecoveryCodes } from "./recovery-codes";
import { StepHeading } from "./step-heading";

interface CodesStepProps {
  title: string;
  codes: readonly string[];
  onDone: () => void;
}

/** Shows the recovery codes until the person confirms that they are saved. */
export function CodesStep({ title, codes, onDone }: CodesStepProps) {
  return (
    <div className="grid gap-4">
      <StepHeading>{title}</StepHeading>
      <RecoveryCodes codes={codes} />
      <div className="print:hidden">
        <Button variant="spark" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
