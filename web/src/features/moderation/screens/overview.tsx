import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { Sparks } from "@/components/price";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { useSite } from "@/lib/site";
import { useLedgerCheck } from "../api/use-ledger-check";
import { ContinueSetUp } from "../components/continue-set-up";
import { History } from "../components/history";
import { LedgerAlarm, LedgerNote } from "../components/ledger-check";
import { SetUpWarnings } from "../components/set-up-warnings";
import { StreamNote } from "../components/stream-note";
import { Tasks } from "../components/tasks";
import { WaitingList } from "../components/waiting-list";

/** Number of members up to which a community counts as new. */
const FEW_MEMBERS = 3;

/** The community's figures, its problems and, for a new one, the first steps. */
export function Component() {
  const overview = api.useQuery("get", "/api/admin/overview");
  const { data: check, isLoading } = useLedgerCheck();
  const mode = useSite().data?.mode;
  // The alarm stands at the top, and must not push the figures down.
  const query = isLoading ? { ...overview, data: undefined, error: null } : overview;
  return (
    <Loaded query={query} skeleton={<StatsSkeleton />}>
      {(overview) => (
        <div className="grid gap-6">
          {check && <LedgerAlarm check={check} />}
          <ContinueSetUp />
          <SetUpWarnings />
          <WaitingList />
          <Tasks />
          <Stats overview={overview} />
          <History hasCash={mode === "cash+tokens"} />
          {check && <LedgerNote check={check} />}
          <StreamNote />
          {overview.members <= FEW_MEMBERS && <SetUpSteps />}
        </div>
      )}
    </Loaded>
  );
}

const grid = "grid grid-cols-2 gap-4 lg:grid-cols-4";

function Stats({ overview }: { overview: Schemas["Overview"] }) {
  const { members, skills, bookings, tokens_circulating } = overview;
  return (
    <dl className={grid}>
      <Stat label="Members" to="/admin/members">
        {members}
      </Stat>
      {isKnown(skills) && (
        <Stat label="Skills on offer" to="/admin/skills">
          {skills}
        </Stat>
      )}
      {isKnown(bookings) && <Stat label="Bookings so far">{bookings}</Stat>}
      {isKnown(tokens_circulating) && (
        <Stat label="Sparks in circulation">
          <Sparks amount={tokens_circulating} />
        </Stat>
      )}
    </dl>
  );
}

/** Checks for a figure; those of switched-off modules are absent. */
function isKnown(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

interface StatProps {
  label: string;
  to?: string;
  children: ReactNode;
}

function Stat({ label, to, children }: StatProps) {
  return (
    <div className="relative grid grid-rows-[1fr_auto] gap-1 rounded-m bg-card p-4 shadow-card sm:p-5">
      <dt className="text-small text-ink-2">
        {to ? (
          <Link
            to={to}
            className="inline-flex items-center gap-1 after:absolute after:inset-0 hover:underline"
          >
            {label}
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="num font-display text-display font-bold">{children}</dd>
    </div>
  );
}

/** First steps of a new host, in order. */
function SetUpSteps() {
  const site = useSite().data;
  const steps = [
    {
      to: "/user",
      title: "Complete your own profile",
      text: "Add a photo and a few words, so that new members know who you are.",
    },
    {
      to: "/settings/skill/add",
      title: "List the first skill",
      text: "New members look for skills first. Add one of your own.",
    },
    {
      to: "/settings/invite",
      title: "Invite neighbours",
      text: "Share your link, or print cards with a QR code.",
    },
    {
      to: "/admin/members",
      title: "Share the work",
      text: "Once people have joined, make one of them a moderator or a second admin.",
    },
    ...(site?.payments === "none" && site.mode === "cash+tokens"
      ? [
          {
            to: "/admin/members",
            title: "Record cash",
            text: "Cards are not set up. When a member gives you cash, record it in the list of members.",
          },
        ]
      : []),
  ];
  return (
    <Card>
      <h2 className="text-title">Getting started</h2>
      <ol className="mt-3 grid gap-4">
        {steps.map(({ to, title, text }, index) => (
          <li key={title} className="relative grid grid-cols-[2rem_1fr] gap-3">
            <span
              aria-hidden="true"
              className="num grid size-8 place-items-center rounded-full bg-spark-soft font-bold text-spark-deep"
            >
              {index + 1}
            </span>
            <div>
              <Link to={to} className="font-bold after:absolute after:inset-0 hover:underline">
                {title}
              </Link>
              <p className="text-small text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function StatsSkeleton() {
  return (
    <Loading>
      <div className={grid}>
        {[1, 2, 3, 4].map((value) => (
          <Skeleton key={value} className="h-24 rounded-m" />
        ))}
      </div>
    </Loading>
  );
}
