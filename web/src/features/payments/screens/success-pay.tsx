import { ButtonLink } from "@/components/button";
import { AfterStripe } from "../components/after-stripe";
import { Outcome } from "../components/outcome";

/** The page after Stripe's form was completed. */
export function Component() {
  return (
    <AfterStripe>
      <Outcome
        title="Account Setup Successful!"
        done
        actions={
          <ButtonLink to="/explore" variant="spark">
            Go to Dashboard
          </ButtonLink>
        }
      >
        Stripe has what it asked for. We tell you by email as soon as you can be paid.
      </Outcome>
    </AfterStripe>
  );
}
