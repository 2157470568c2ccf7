import { RadioCard } from "@/components/form";
import { FormMessage } from "@/components/form/form-error";
import { messageOf, type Schemas } from "@/lib/api";
import { useModule } from "@/lib/site";
import { type Availability, useSaveAvailability } from "../api/use-availability";

type Who = Schemas["WhoMayAsk"];

const CHOICES: { who: Who; title: string; text?: string }[] = [
  { who: "everyone", title: "Everyone" },
  { who: "verified", title: "Verified people", text: "Their identity and address are checked." },
  {
    who: "reviewed",
    title: "People with at least one reviewed exchange",
    text: "They gave or got help in a booking here, and it was reviewed.",
  },
];

/** The choice of who may ask for bookings, saved at once. */
export function WhoMayAsk({ availability }: { availability: Availability }) {
  const checksIdentity = useModule("kyc");
  const save = useSaveAvailability();
  const { who_may_ask } = availability;
  const shown = (save.isPending && save.variables.body.who_may_ask) || who_may_ask;
  const possible = CHOICES.filter(
    ({ who }) => who !== "verified" || checksIdentity || shown === who,
  );
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Who can request a booking</legend>
      {possible.map(({ who, title, text }) => (
        <RadioCard
          key={who}
          name="who-may-ask"
          value={who}
          title={title}
          text={text}
          checked={shown === who}
          onChoose={() => save.mutate({ body: { who_may_ask: who } })}
        />
      ))}
      <p className="text-small text-ink-2">
        People you follow who follow you back, and people you have completed a booking with, can
        always request one. Bookings you already have go on.
      </p>
      <FormMessage>{save.error ? messageOf(save.error) : undefined}</FormMessage>
    </fieldset>
  );
}
