import { Card } from "@/components/card";
import { Switch } from "@/components/form";
import type { Choices } from "../api/use-choices";

interface Toggle {
  choice: keyof Choices;
  label: string;
  hint: string;
}

const groups: readonly { title: string; toggles: readonly Toggle[] }[] = [
  {
    title: "Bookings",
    toggles: [
      {
        choice: "orderUpdates",
        label: "Order updates",
        hint: "When somebody sends you a request, or a booking of yours is accepted, moved, coming up, started, confirmed or cancelled",
      },
      {
        choice: "orderMessages",
        label: "Order messages",
        hint: "When somebody you have a booking with writes to you",
      },
      {
        choice: "bookingMessages",
        label: "Booking messages",
        hint: "When somebody writes to you before booking",
      },
    ],
  },
  {
    title: "Account and community",
    toggles: [
      {
        choice: "accountNotifications",
        label: "Account notifications",
        hint: "New reviews and followers, and decisions about your identity documents and the skills that you suggested",
      },
      {
        choice: "promotions",
        label: "Promotions",
        hint: "What the people you follow offer, and new matches of your saved searches",
      },
      {
        choice: "marketingNotifications",
        label: "Marketing notifications",
        hint: "Letters and announcements from the people who run this site",
      },
    ],
  },
];

interface ChoiceGroupsProps {
  choices: Choices;
  choose: (choice: keyof Choices, on: boolean) => void;
}

/** A switch for each kind of notice; each change is saved at once. */
export function ChoiceGroups({ choices, choose }: ChoiceGroupsProps) {
  return (
    <>
      {groups.map(({ title, toggles }) => (
        <Card key={title}>
          <h2 className="text-title">{title}</h2>
          <div className="mt-2 divide-y divide-line">
            {toggles.map(({ choice, label, hint }) => (
              <div key={choice} className="py-3">
                <Switch
                  label={label}
                  hint={hint}
                  checked={choices[choice]}
                  onChange={(on) => choose(choice, on)}
                />
              </div>
            ))}
          </div>
        </Card>
      ))}
      <p className="px-1 text-small text-ink-2">
        Finished work, disputes, refunds and messages about the safety of your account always reach
        you.
      </p>
    </>
  );
}
