import { Avatar } from "@/components/avatar";
import { Chip } from "@/components/chip";
import type { Schemas } from "@/lib/api";
import { inCommon } from "./head-text";

interface FirstWordsProps {
  head: Schemas["ConversationHead"];
  firstname: string;
  /** Text being written. */
  text: string;
  onIdea: (text: string) => void;
}

/** Shown before the first message: the other person, common ground, and suggested beginnings. */
export function FirstWords({ head, firstname, text, onIdea }: FirstWordsProps) {
  const common = inCommon(head);
  const ideas = ideasFor(head, firstname);
  const free = text === "" || ideas.some((idea) => idea.text === text);
  return (
    <div className="mx-auto grid max-w-sm justify-items-center gap-2 py-6 text-center">
      <Avatar name={head.name} photo={head.photourl} size="large" />
      <p className="font-display text-title font-bold">You and {firstname}</p>
      {common.length > 0 ? (
        <ul aria-label="What you have in common" className="flex flex-wrap justify-center gap-1.5">
          {common.map((one) => (
            <li
              key={one}
              className="rounded-m bg-leaf-soft px-3 py-1 text-small font-semibold text-leaf"
            >
              {one}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">You haven't met here yet.</p>
      )}
      {head.can_write && (
        <>
          <p className="text-ink-2">
            Say in a few words who you are and what it is about. {firstname} sees your name and
            photo, not your phone number or email.
          </p>
          {free && (
            <fieldset className="mt-1 flex flex-wrap justify-center gap-2">
              <legend className="sr-only">Ways to begin</legend>
              {ideas.map((idea) => (
                <Chip
                  key={idea.name}
                  pressed={idea.text === text}
                  className="whitespace-normal"
                  onClick={() => onIdea(idea.text)}
                >
                  {idea.name}
                </Chip>
              ))}
            </fieldset>
          )}
        </>
      )}
    </div>
  );
}

interface Idea {
  name: string;
  /** Beginning of a message, for the person to complete. */
  text: string;
}

function ideasFor({ in_common }: Schemas["ConversationHead"], firstname: string): Idea[] {
  const { bookings, town } = in_common;
  const third: Idea =
    bookings > 0
      ? { name: "About our booking", text: `Hello ${firstname}, about our booking: ` }
      : { name: "Offer a hand", text: `Hello ${firstname}, I could help you with ` };
  return [
    { name: "Ask for help", text: `Hello ${firstname}, could you help me with ` },
    {
      name: "Say who you are",
      text: town
        ? `Hello ${firstname}, I live in ${town} too and `
        : `Hello ${firstname}, I am a neighbour of yours and `,
    },
    third,
  ];
}
