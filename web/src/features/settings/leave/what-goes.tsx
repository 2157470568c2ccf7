import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import { formatAmount } from "@/lib/format";

/** What is deleted with the account, and what stays how long. */
export function WhatGoes({ leaving }: { leaving: Schemas["LeavingState"] }) {
  return (
    <section aria-labelledby="what-goes">
      <Card className="grid gap-3">
        <h2 id="what-goes" className="text-title">
          What is deleted
        </h2>
        <p>
          Your profile and pictures, your skills and posts, reviews of you, whom you follow and who
          follows you, your documents, saved cards and bank accounts, your calendar, settings and
          notifications. You are signed out everywhere.
        </p>
        <Sparks {...leaving} />
        <h3 className="mt-2 text-title">What stays</h3>
        <ul className="grid list-disc gap-1.5 pl-5">
          <li>
            Messages, with the neighbours you wrote to, and reviews that you wrote: both under
            “Former member”.
          </li>
          <li>Bookings, for the other neighbour, without the place and your files.</li>
          <li>Records of payments and sparks, without your name: the law asks for them.</li>
          <li>
            If you earned pounds, your name, address and last bank account, for six years: the host
            may have to report them.
          </li>
          <li>Reports, and what staff did, until their time is over.</li>
        </ul>
      </Card>
    </section>
  );
}

function Sparks({ sparks, pot }: Schemas["LeavingState"]) {
  if (sparks === 0) return null;
  const amount = formatAmount("spark_token", Math.abs(sparks));
  if (sparks < 0) return <p>The {amount} that you owe are borne by the community.</p>;
  return (
    <p>
      Your {amount} {pot ? "go to the community's pot." : "go back to the community."}
    </p>
  );
}
