import { ButtonLink } from "@/components/button";
import { AfterStripe } from "../components/after-stripe";
import { Outcome } from "../components/outcome";
import { SupportLink } from "../components/something-wrong";

/** The page after Stripe's form was left before its end. */
export function Component() {
  return (
    <AfterStripe>
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
        If you left Stripe's form before its end, you can't be paid through it yet. What you have
        entered is kept.
      </Outcome>
    </AfterStripe>
  );
}
