import { useState } from "react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import type { Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { useReloadSecondFactor, useSecondFactor } from "@/lib/second-factor";
import { CodesStep } from "./codes-step";
import { NewCodesStep } from "./new-codes-step";
import { type Enrolment, PasswordStep } from "./password-step";
import { ScanStep } from "./scan-step";
import { SwitchOffStep } from "./switch-off-step";

/** Number of codes left at which new ones are recommended. */
const FEW_CODES = 3;

type Stage =
  | { name: "overview" }
  | { name: "password" }
  | { name: "scan"; enrolment: Enrolment }
  | { name: "codes"; title: string; codes: string[] }
  | { name: "new-codes" }
  | { name: "switch-off" };

/** The state of two-step sign-in, and the actions on it. */
export function SecondFactorCard() {
  const factor = useSecondFactor();
  return (
    <Card>
      <section aria-labelledby="second-factor" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="second-factor" className="text-title">
            Two-step sign-in
          </h2>
          {factor.data && (
            <Badge tone={factor.data.enabled ? "leaf" : "neutral"}>
              {factor.data.enabled ? "On" : "Off"}
            </Badge>
          )}
        </div>
        <Loaded
          query={factor}
          skeleton={
            <Loading>
              <Skeleton className="h-24" />
            </Loading>
          }
        >
          {(state) => <CurrentStage state={state} />}
        </Loaded>
      </section>
    </Card>
  );
}

function CurrentStage({ state }: { state: Schemas["SecondFactor"] }) {
  const [stage, setStage] = useState<Stage>({ name: "overview" });
  const reload = useReloadSecondFactor();
  const back = () => setStage({ name: "overview" });
  const show = (title: string) => (codes: string[]) => {
    reload();
    setStage({ name: "codes", title, codes });
  };

  switch (stage.name) {
    case "password":
      return (
        <PasswordStep
          onDone={(enrolment) => setStage({ name: "scan", enrolment })}
          onCancel={back}
        />
      );
    case "scan":
      return (
        <ScanStep
          enrolment={stage.enrolment}
          onDone={show("Two-step sign-in is on. Save your recovery codes.")}
          onCancel={back}
        />
      );
    case "codes":
      return <CodesStep title={stage.title} codes={stage.codes} onDone={back} />;
    case "new-codes":
      return <NewCodesStep onDone={show("Save your new recovery codes")} onCancel={back} />;
    case "switch-off":
      return (
        <SwitchOffStep
          onDone={async () => {
            await reload();
            toast.success("Two-step sign-in is off");
            back();
          }}
          onCancel={back}
        />
      );
    default:
      return state.enabled ? (
        <SecondFactorOn state={state} go={setStage} />
      ) : (
        <SecondFactorOff required={state.required} go={setStage} />
      );
  }
}

type ShowStage = (stage: Stage) => void;

function SecondFactorOff({ required, go }: { required: boolean; go: ShowStage }) {
  return (
    <>
      {required && (
        <p className="rounded-s bg-spark-soft px-4 py-3 font-medium text-spark-deep">
          Moderators and admins need it to use the admin console.
        </p>
      )}
      <p className="text-ink-2">
        When it is on, you sign in with your password and a code from an app on your phone. Somebody
        who learns your password still can't sign in.
      </p>
      <div>
        <Button variant="spark" onClick={() => go({ name: "password" })}>
          Set up two-step sign-in
        </Button>
      </div>
    </>
  );
}

function SecondFactorOn({ state, go }: { state: Schemas["SecondFactor"]; go: ShowStage }) {
  const few = state.recovery_codes_left < FEW_CODES;
  return (
    <>
      <dl className="grid gap-1">
        {state.since && <Fact label="Switched on">{formatWhen(state.since)}</Fact>}
        <Fact label="Recovery codes left">{state.recovery_codes_left}</Fact>
      </dl>
      {few && (
        <p className="rounded-s bg-spark-soft px-4 py-3 font-medium text-spark-deep">
          You have few recovery codes left. Make new ones now.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant={few ? "spark" : "quiet"} onClick={() => go({ name: "new-codes" })}>
          New recovery codes
        </Button>
        <Button variant="quiet" onClick={() => go({ name: "switch-off" })}>
          Switch off
        </Button>
      </div>
    </>
  );
}

function Fact({ label, children }: { label: string; children: string | number }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-ink-2">{label}:</dt>
      <dd className="num font-semibold">{children}</dd>
    </div>
  );
}
