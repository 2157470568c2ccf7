import { useSearchParams } from "react-router";

const OUTCOMES = ["sent", "accepted", "completed", "reviewed"] as const;

/** Action that the person has just taken on a booking. */
export type Outcome = (typeof OUTCOMES)[number];

/** Returns the path of a booking's page that first confirms an action. */
export function outcomePath(path: string, outcome: Outcome): string {
  return `${path}?${new URLSearchParams({ done: outcome })}`;
}

/** Reads and sets the last action in the URL (`?done=`), since another page may confirm it. */
export function useOutcome() {
  const [params, setParams] = useSearchParams();
  const set = (outcome: Outcome | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (outcome) next.set("done", outcome);
        else next.delete("done");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const done = params.get("done");
  return {
    outcome: OUTCOMES.find((outcome) => outcome === done),
    show: (outcome: Outcome) => set(outcome),
    clear: () => set(null),
  };
}
