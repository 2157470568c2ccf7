import { Badge } from "@/components/badge";
import { PrivateFileButton } from "@/components/private-file-button";
import { client, type Schemas } from "@/lib/api";
import { formatDayInFull } from "@/lib/format";
import { levelLabels } from "./levels";

type Assessment = Schemas["RiskAssessment"];

const tones = { negligible: "neutral", low: "leaf", medium: "spark", high: "danger" } as const;

interface AssessmentProps {
  assessment: Assessment;
  harms: Schemas["HarmToAssess"][];
}

/** The latest assessment: its facts, and the level of each risk. */
export function LatestAssessment({ assessment, harms }: AssessmentProps) {
  const { responsible, risks, due_at } = assessment;
  const isDue = Date.parse(due_at) < Date.now();
  const titleOf = (harm: string) => harms.find((known) => known.harm === harm)?.title ?? harm;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <p>
          {responsible} answers for the safety of the site. Assessed on <MadeBy {...assessment} />.
        </p>
        <p className={isDue ? "font-semibold text-danger" : "text-ink-2"}>
          {isDue ? "It has been due again since" : "It is due again on"} {formatDayInFull(due_at)}.
        </p>
      </div>
      <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {risks.map(({ harm, level }) => (
          <li key={harm} className="flex items-start justify-between gap-3">
            {titleOf(harm)}
            <Badge tone={tones[level]}>{levelLabels[level]}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** An assessment in the list of all, with its file. */
export function KeptAssessment({ assessment }: { assessment: Assessment }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        <MadeBy {...assessment} />
      </p>
      <AssessmentFile assessment={assessment} />
    </div>
  );
}

function MadeBy({ made_at, made_by }: Assessment) {
  return (
    <>
      {formatDayInFull(made_at)}
      {made_by && ` by ${made_by}`}
    </>
  );
}

function AssessmentFile({ assessment: { id, made_at } }: { assessment: Assessment }) {
  const load = async () => {
    const path = "/api/admin/online-safety/assessments/{id}/pdf";
    const { data } = await client.GET(path, { params: { path: { id } }, parseAs: "blob" });
    return data as unknown as Blob;
  };
  return (
    <PrivateFileButton name={`risk-assessment-${made_at.slice(0, 10)}.pdf`} load={load}>
      Download as PDF
    </PrivateFileButton>
  );
}
