import { BadgeCheck, ChevronRight, IdCard, type LucideIcon, Mail, ReceiptText } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/badge";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import type { Schemas } from "@/lib/api";
import { useSession } from "@/lib/session";
import { useKycStatus } from "../api/use-documents";
import { DocumentHandling } from "../components/document-handling";
import { StatusBadge } from "../components/status-badge";
import type { DocumentStatus } from "../kinds";

/** State of the identity check, with links to missing documents. */
export function Component() {
  const status = useKycStatus();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Identity check" back="/settings">
        Once we have checked who you are, neighbours see it on your profile.
      </PageHeader>
      <div className="grid gap-5">
        <Loaded
          query={status}
          skeleton={
            <SkeletonList>
              <SkeletonRow />
            </SkeletonList>
          }
        >
          {(known) => <Steps status={known} />}
        </Loaded>
        <DocumentHandling />
      </div>
    </div>
  );
}

function Steps({ status }: { status: Schemas["KycProgress"] }) {
  const email = useSession()?.claims.email;
  return (
    <>
      {status.kyc_status === "verified" && (
        <p className="flex items-center gap-3 rounded-m bg-leaf-soft px-4 py-3 font-semibold text-leaf">
          <BadgeCheck aria-hidden="true" className="size-6 shrink-0" />
          You are verified. Thank you!
        </p>
      )}
      <ul className="overflow-hidden rounded-m bg-card shadow-card">
        <li className="flex min-h-16 items-center gap-4 px-4 py-3 sm:px-5">
          <StepIcon icon={Mail} done />
          <StepText title="Email" text={email ?? ""} />
          <Badge tone="leaf">Completed</Badge>
        </li>
        <PaperStep
          to="/settings/kyc/identification"
          title="Identification"
          icon={IdCard}
          status={status.identity}
        />
        <PaperStep
          to="/settings/kyc/bill"
          title="Utility Bill"
          icon={ReceiptText}
          status={status.utility}
        />
      </ul>
    </>
  );
}

const statusHints: Record<DocumentStatus, string> = {
  missing: "Upload one to be verified",
  pending: "We are checking it",
  approved: "Approved",
  rejected: "See why, then try again",
};

interface PaperStepProps {
  to: string;
  title: string;
  icon: LucideIcon;
  status: DocumentStatus;
}

function PaperStep({ to, title, icon, status }: PaperStepProps) {
  return (
    <li className="border-t border-line">
      <Link
        to={to}
        className="flex min-h-16 items-center gap-4 px-4 py-3 transition-colors hover:bg-sunk sm:px-5"
      >
        <StepIcon icon={icon} done={status === "approved"} />
        <StepText title={title} text={statusHints[status]} />
        <StatusBadge status={status} />
        <ChevronRight aria-hidden="true" className="hidden size-5 text-ink-3 sm:block" />
      </Link>
    </li>
  );
}

function StepIcon({ icon: Icon, done }: { icon: LucideIcon; done: boolean }) {
  return (
    <span
      className={`grid size-11 shrink-0 place-items-center rounded-full ${done ? "bg-leaf-soft text-leaf" : "bg-spark-soft text-spark-deep"}`}
    >
      <Icon aria-hidden="true" className="size-5" />
    </span>
  );
}

function StepText({ title, text }: { title: string; text: string }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block font-bold">{title}</span>
      <span className="block text-small wrap-anywhere text-ink-2">{text}</span>
    </span>
  );
}
