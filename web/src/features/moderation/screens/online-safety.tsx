import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, type Schemas, usePages } from "@/lib/api";
import { KeptAssessment, LatestAssessment } from "../safety/assessment";
import { AssessmentForm } from "../safety/assessment-form";
import { Complaints } from "../safety/complaints";

type OnlineSafety = Schemas["OnlineSafety"];

/** Duties under the Online Safety Act: the risk assessment, and complaints decided in time. */
export function Component() {
  const query = api.useQuery("get", "/api/admin/online-safety");
  return (
    <div className="grid max-w-3xl gap-5">
      <PageTitle>Online safety</PageTitle>
      <Loaded
        query={query}
        error="This could not be loaded."
        skeleton={
          <Loading label="Loading">
            <Skeleton className="h-96 rounded-m" />
          </Loading>
        }
      >
        {(safety) => <Duties safety={safety} />}
      </Loaded>
    </div>
  );
}

function Duties({ safety }: { safety: OnlineSafety }) {
  const [assessing, setAssessing] = useState(false);
  const { latest, harms, facts } = safety;
  return (
    <>
      <Card className="grid gap-4">
        <div className="grid gap-1">
          <h2 className="text-title">Risk assessment</h2>
          <p className="text-ink-2">
            The Online Safety Act 2023 asks every site on which people write to each other to assess
            its risks in writing, and to review that each year and before the site changes much.
          </p>
        </div>
        {assessing ? (
          <AssessmentForm safety={safety} onDone={() => setAssessing(false)} />
        ) : (
          <>
            {latest ? (
              <LatestAssessment assessment={latest} harms={harms} />
            ) : (
              <EmptyState icon={<ShieldAlert />} title="There is none yet">
                The form is filled in from your settings. It takes about half an hour.
              </EmptyState>
            )}
            <Button
              variant={latest ? "quiet" : "spark"}
              className="justify-self-start"
              onClick={() => setAssessing(true)}
            >
              {latest ? "Review it" : "Begin the assessment"}
            </Button>
          </>
        )}
      </Card>
      <Card className="grid gap-4">
        <div className="grid gap-1">
          <h2 className="text-title">Complaints</h2>
          <p className="text-ink-2">
            Reports and appeals that are open, or were decided in the last year. Late are those
            decided after the day that the member was told.
          </p>
        </div>
        <Complaints {...safety} />
      </Card>
      <Card className="grid gap-4">
        <h2 className="text-title">The site as it is now</h2>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          {facts.map(({ name, value }) => (
            <div key={name} className="sm:contents">
              <dt className="text-small text-ink-2 sm:text-body">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {latest && <AllAssessments />}
    </>
  );
}

function AllAssessments() {
  return (
    <Card className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-title">All assessments</h2>
        <p className="text-ink-2">They are kept, each with the settings of its time.</p>
      </div>
      <PagedList
        list={usePages("/api/admin/online-safety/assessments")}
        keyOf={({ id }) => id}
        placeholders={1}
        empty={null}
      >
        {(assessment) => <KeptAssessment assessment={assessment} />}
      </PagedList>
    </Card>
  );
}
