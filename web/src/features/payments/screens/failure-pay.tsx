import { ButtonLink } from "@/components/button";
import { Outcome } from "../components/outcome";
import { SupportLink } from "../components/something-wrong";

/** The page after Stripe's form was left before its end. */
export function Component() {
  return (
    <Outcome
      title="Account Setup Failed"
      done={false}
      actions={
        <>
          <ButtonLink to="/setup/retry" variant="spark">
            Try Again
          </ButtonLink>
          <SupportLink />
        </>
      }
    >
      Stripe's form is not completed yet, so you can't be paid through it. What you have entered is
      kept.
    </Outcome>
  );
}
