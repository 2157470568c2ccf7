import { Card } from "@/components/card";
import { RadioCard } from "@/components/form";
import type { Preferences } from "../api/use-preferences";

const ways: readonly { digest: Preferences["digest"]; title: string; text: string }[] = [
  { digest: "off", title: "Never", text: "You look here when you like" },
  { digest: "daily", title: "Every day", text: "One email a day, if there is something to tell" },
  {
    digest: "weekly",
    title: "Every week",
    text: "One email a week, if there is something to tell",
  },
];

interface DigestSectionProps {
  digest: Preferences["digest"];
  onChange: (digest: Preferences["digest"]) => void;
}

/** Choice of the digest email and its frequency. */
export function DigestSection({ digest, onChange }: DigestSectionProps) {
  return (
    <Card>
      <fieldset>
        <legend className="float-left w-full font-display text-title font-bold">Summary</legend>
        <p className="clear-left text-ink-2">One email that sums up what you have not seen.</p>
        <div className="mt-3 grid gap-2">
          {ways.map(({ digest: way, title, text }) => (
            <RadioCard
              key={way}
              name="digest"
              value={way}
              checked={digest === way}
              onChoose={() => onChange(way)}
              title={title}
              text={text}
            />
          ))}
        </div>
      </fieldset>
    </Card>
  );
}
