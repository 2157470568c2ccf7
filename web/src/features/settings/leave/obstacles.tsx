import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import { useSwitchedOff } from "@/lib/module-context";

type Obstacles = Schemas["LeavingState"]["obstacles"];

/** Things to settle before the account can be deleted, each with the screen where that is done. */
export function LeavingObstacles({ obstacles }: { obstacles: Obstacles }) {
  return (
    <section aria-labelledby="settle-first">
      <Card className="grid gap-3">
        <h2 id="settle-first" className="text-title">
          To settle first
        </h2>
        <ul className="grid">
          {obstacles.map((obstacle) => (
            <ObstacleRow key={obstacle.code} obstacle={obstacle} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function ObstacleRow({ obstacle: { message, link } }: { obstacle: Obstacles[number] }) {
  const off = useSwitchedOff(link);
  return (
    <li className="flex flex-wrap items-center gap-3 border-line py-3 not-first:border-t">
      <p className="min-w-0 flex-1 basis-56">{message}</p>
      {!off && (
        <ButtonLink to={link} variant="quiet" size="small" aria-label={`Settle it: ${message}`}>
          Settle it
        </ButtonLink>
      )}
    </li>
  );
}
