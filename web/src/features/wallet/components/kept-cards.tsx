import { CreditCard, Plus } from "lucide-react";
import { Badge } from "@/components/badge";
import { FormMessage, RadioCard } from "@/components/form";
import { brandName, hasExpired } from "@/lib/card-brand";
import { ANOTHER, type useKeptCards } from "../api/use-kept-cards";

interface KeptCardsProps {
  kept: ReturnType<typeof useKeptCards>;
  disabled: boolean;
  onChoose: () => void;
}

/** The choice between the cards that the member keeps and another one; empty if there are none. */
export function KeptCards({ kept, disabled, onChoose }: KeptCardsProps) {
  const { cards, chosen, choose, isError } = kept;
  if (isError) {
    return (
      <FormMessage>
        Your kept cards could not be loaded. You can still use another card.
      </FormMessage>
    );
  }
  if (cards.length === 0) return null;
  const pick = (id: string) => {
    onChoose();
    choose(id);
  };
  return (
    <fieldset disabled={disabled} className="grid gap-2.5">
      <legend className="mb-2 font-semibold">Pay with</legend>
      {cards.map(({ id, brand, card_number, expiry_date, is_default }) => {
        const expired = hasExpired(expiry_date);
        return (
          <RadioCard
            key={id}
            name="card"
            value={id}
            checked={chosen === id}
            disabled={expired}
            onChoose={() => pick(id)}
            icon={<CreditCard className="size-6" />}
            title={`${brandName(brand)} ${card_number}`}
            text={`${expired ? "Expired" : "Valid until"} ${expiry_date}`}
            end={is_default && <Badge tone="leaf">Default</Badge>}
          />
        );
      })}
      <RadioCard
        name="card"
        value={ANOTHER}
        checked={chosen === ANOTHER}
        onChoose={() => pick(ANOTHER)}
        icon={<Plus className="size-6" />}
        title="Another card"
      />
    </fieldset>
  );
}
