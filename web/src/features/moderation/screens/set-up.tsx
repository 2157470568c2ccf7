import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { Stepper } from "@/components/stepper";
import type { Schemas } from "@/lib/api";
import { type Site, useSite } from "@/lib/site";
import { useSetUp } from "../api/use-set-up";
import { isJoiningFixed, JoiningForm } from "../components/joining-form";
import { ModeForm } from "../components/mode-form";
import { SiteForm } from "../components/site-form";
import { TestMail } from "../components/test-mail";
import { AddressCheck } from "../set-up/address-check";
import { FinishStep } from "../set-up/finish-step";
import { isStep, rememberedStep, rememberStep, STEPS, type Step, TITLES } from "../set-up/steps";

const SAVE = "Save and continue";

/** First choices for a new site, one after the other. */
export function Component() {
  const site = useSite();
  const setUp = useSetUp();
  return (
    <div className="max-w-2xl">
      <PageTitle>Set up your site</PageTitle>
      <Loaded query={site} skeleton={<StepSkeleton />}>
        {(site) => (
          <Loaded query={setUp} skeleton={<StepSkeleton />}>
            {(state) => <Wizard site={site} state={state} />}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

interface WizardProps {
  site: Site;
  state: Schemas["SetUpState"];
}

function Wizard({ site, state }: WizardProps) {
  const steps = STEPS.filter((step) => step !== "payment" || site.modules.includes("wallet"));
  const [query, setQuery] = useSearchParams();
  const stepParam = query.get("step");
  const requestedStep = isStep(stepParam) ? stepParam : rememberedStep();
  const step = steps.includes(requestedStep) ? requestedStep : "name";
  const position = steps.indexOf(step);
  const [before, after] = [steps[position - 1], steps[position + 1]];
  const show = (next: Step | undefined) => {
    if (!next) return;
    rememberStep(next);
    setQuery({ step: next });
  };
  const next = () => show(after);
  const fixed = step === "payment" ? site.mode_fixed : step === "joining" && isJoiningFixed(state);
  const saves = ["name", "payment", "joining"].includes(step) && !fixed;
  return (
    <section aria-labelledby="set-up-step" className="grid gap-4">
      <Stepper steps={steps.map((one) => TITLES[one])} current={position} />
      <Card className="grid gap-4">
        <StepTitle key={step} moved={stepParam !== null}>
          {TITLES[step]}
        </StepTitle>
        {step === "name" && <SiteForm site={site} label={SAVE} onSaved={next} />}
        {step === "payment" && <ModeForm site={site} label={SAVE} onSaved={next} />}
        {step === "joining" && (
          <JoiningForm
            state={state}
            preselectApproval={isOpenToAll(state)}
            label={SAVE}
            onSaved={next}
          />
        )}
        {step === "mail" && <TestMail />}
        {step === "address" && <AddressCheck state={state} opened={window.location.origin} />}
        {step === "finish" && <FinishStep state={state} />}
      </Card>
      <div className="flex justify-between gap-3">
        {before ? (
          <Button variant="quiet" onClick={() => show(before)}>
            Back
          </Button>
        ) : (
          <span />
        )}
        {after && (
          <Button variant={saves ? "quiet" : "ink"} onClick={next}>
            {saves ? "Skip" : "Continue"}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Checks whether strangers will find the site and nobody has said yet who may join. */
function isOpenToAll({ local_only, finished, registration }: Schemas["SetUpState"]): boolean {
  return !local_only && !finished && registration === "open";
}

/** Heading of a step; it takes the focus when the admin has moved to it. */
function StepTitle({ children, moved }: { children: ReactNode; moved: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moved) heading.current?.focus();
  }, [moved]);
  return (
    <h2 id="set-up-step" ref={heading} tabIndex={-1} className="text-title">
      {children}
    </h2>
  );
}

function StepSkeleton() {
  return (
    <SkeletonList count={4}>
      <SkeletonRow />
    </SkeletonList>
  );
}
