import { useState } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Form, FormError, Input, Textarea } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { ReasonDialog } from "@/components/reason-dialog";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { api, type Schemas } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatDayInFull } from "@/lib/format";
import { londonDay } from "@/lib/format/last-year";
import { useReloadChecks } from "./check-form";

type Check = Schemas["VettingCheck"];
type Record = Schemas["CheckRecord"];

/** The checks of a member, each with a form to record or withdraw it. */
export function MemberChecks({ userId }: { userId: string }) {
  const checks = api.useQuery("get", "/api/admin/checks");
  const records = api.useQuery("get", "/api/admin/check-records/{user_id}", {
    params: { path: { user_id: userId } },
  }).data;
  return (
    <Loaded
      query={checks}
      error="The checks could not be loaded."
      skeleton={
        <Loading>
          <Skeleton className="h-20 w-full" />
        </Loading>
      }
      empty={
        <p className="text-ink-2">
          There are no checks yet. Add one under{" "}
          <Link to="/admin/checks" className="font-semibold underline">
            Checks
          </Link>
          .
        </p>
      }
    >
      {(list) => (
        <ul className="grid gap-3">
          {list.map((check) => (
            <li key={check.id}>
              <CheckRow
                userId={userId}
                check={check}
                record={records?.find(({ check_id }) => check_id === check.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

interface RowProps {
  userId: string;
  check: Check;
  record: Record | undefined;
}

function CheckRow({ userId, check, record }: RowProps) {
  const [step, setStep] = useState<"record" | "withdraw">();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h4 className="font-text text-body font-bold tracking-normal wrap-anywhere">
          {check.title}
        </h4>
        <Standing record={record} />
      </div>
      {record && <RecordText record={record} />}
      {step === "record" ? (
        <RecordForm userId={userId} check={check} onDone={() => setStep(undefined)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button size="small" variant="quiet" onClick={() => setStep("record")}>
            {record ? "Record it again" : "Record it"}
            <span className="sr-only">: {check.title}</span>
          </Button>
          {record && (
            <Button size="small" variant="quiet" onClick={() => setStep("withdraw")}>
              Withdraw<span className="sr-only"> {check.title}</span>
            </Button>
          )}
        </div>
      )}
      {step === "withdraw" && (
        <Withdrawal userId={userId} check={check} onClose={() => setStep(undefined)} />
      )}
    </div>
  );
}

function Standing({ record }: { record: Record | undefined }) {
  if (!record) return <Badge>Not yet</Badge>;
  return record.counts ? (
    <Badge tone="leaf">Passed</Badge>
  ) : (
    <Badge tone="danger">Has run out</Badge>
  );
}

function RecordText({ record }: { record: Record }) {
  const { passed_on, expires_on, recorded_by, note } = record;
  return (
    <div className="text-small text-ink-2 wrap-anywhere">
      <p>
        Passed on {formatDayInFull(passed_on)}
        {expires_on && `, counts until ${formatDayInFull(expires_on)}`}. Recorded by{" "}
        {recorded_by || "a former member"}.
      </p>
      {note !== "" && <p className="whitespace-pre-line">{note}</p>}
    </div>
  );
}

const schema = z.object({
  passed_on: z.string().check(z.minLength(1, "Choose a day")),
  expires_on: z.string(),
  note: z.string().check(z.trim(), z.maxLength(500, "Please keep it to 500 characters")),
});

interface RecordFormProps {
  userId: string;
  check: Check;
  onDone: () => void;
}

function RecordForm({ userId, check, onDone }: RecordFormProps) {
  const today = londonDay(new Date());
  const form = useAppForm(schema, { passed_on: today, expires_on: "", note: "" });
  const save = api.useMutation("put", "/api/admin/check-records/{user_id}/{check_id}", {
    onSettled: useReloadChecks(),
    onSuccess: () => {
      toast.success("The check is recorded");
      onDone();
    },
    onError: (error) => showServerErrors(form, error),
  });
  const params = { path: { user_id: userId, check_id: check.id } };
  return (
    <Form
      className="grid gap-3"
      onSubmit={form.handleSubmit(({ passed_on, expires_on, note }) =>
        save.mutate({
          params,
          body: { passed_on, note, ...(expires_on !== "" && { expires_on }) },
        }),
      )}
    >
      <Input label="Passed on" type="date" max={today} {...fieldOf(form, "passed_on")} />
      <Input
        label="Counts until"
        optional
        type="date"
        min={today}
        hint={
          check.valid_months
            ? `${check.valid_months} months after that day when left empty`
            : "For ever when left empty"
        }
        {...fieldOf(form, "expires_on")}
      />
      <Textarea
        label="Note for admins"
        optional
        rows={2}
        hint="Such as who gave the reference. Keep no copy of a certificate."
        {...fieldOf(form, "note")}
      />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={save.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}

interface WithdrawalProps {
  userId: string;
  check: Check;
  onClose: () => void;
}

function Withdrawal({ userId, check, onClose }: WithdrawalProps) {
  const withdraw = api.useMutation(
    "put",
    "/api/admin/check-records/{user_id}/{check_id}/withdraw",
    {
      onSettled: useReloadChecks(),
      onSuccess: () => toast.success("The check is withdrawn"),
    },
  );
  const params = { path: { user_id: userId, check_id: check.id } };
  return (
    <ReasonDialog
      title={`Withdraw '${check.title}'?`}
      description="It does not count any more. What needs it cannot be booked from them."
      hint="The member reads it."
      action="Withdraw"
      busy={withdraw.isPending}
      send={(reason) => withdraw.mutateAsync({ params, body: { reason } })}
      onClose={onClose}
    />
  );
}
