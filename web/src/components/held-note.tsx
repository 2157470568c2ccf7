/** Tells the author that a moderator looks at a first post before others see it. */
export function HeldNote() {
  return (
    <p className="rounded-s bg-sunk px-4 py-3 text-small">
      Only you and the moderators see this for now. They look at the first posts of new members
      before others see them. You are told as soon as it is shown.
    </p>
  );
}
