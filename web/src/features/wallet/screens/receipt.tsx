import type { ReactNode } from "react";
import { useParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { PrintButton } from "@/components/print-button";
import { PrivateFileButton } from "@/components/private-file-button";
import { RequireModule } from "@/components/require-module";
import { Loading, Skeleton } from "@/components/skeleton";
import { ApiError, api, client, type Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { formatAmount, formatInFull, formatMoney } from "@/lib/format";

type Receipt = Schemas["Receipt"];

const METHODS: Record<Receipt["payment_method"], string> = {
  wallet: "Wallet, in pounds",
  spark_token: "Wallet, in sparks",
  card: "Card",
  none: "Free",
};

/** The receipt of a settled booking, for either party; made to be printed. */
export function Component() {
  const { id = "" } = useParams();
  const known = /^[1-9]\d{0,15}$/.test(id);
  const query = api.useQuery(
    "get",
    "/api/wallet/receipts/{bookingId}",
    { params: { path: { bookingId: Number(id) } } },
    { enabled: known },
  );
  const problem = known ? codeOf(query.error) : "wallet.receipt_not_found";
  return (
    <>
      <PageHeader title={query.data ? `Receipt ${query.data.number}` : "Receipt"} back="/wallet" />
      {problem === "wallet.receipt_not_found" || problem === "wallet.booking_not_settled" ? (
        <NoReceipt settled={problem === "wallet.receipt_not_found"} />
      ) : (
        <Loaded
          query={query}
          error="The receipt could not be loaded."
          skeleton={
            <Loading>
              <Skeleton className="h-96 w-full max-w-2xl rounded-m" />
            </Loading>
          }
        >
          {(receipt) => <Sheet receipt={receipt} />}
        </Loaded>
      )}
    </>
  );
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.code : undefined;
}

function NoReceipt({ settled }: { settled: boolean }) {
  return (
    <EmptyState
      art="wallet"
      title={settled ? "No receipt here" : "Not settled yet"}
      action={
        <RequireModule name="bookings">
          <ButtonLink to="/bookings">See your bookings</ButtonLink>
        </RequireModule>
      }
    >
      {settled
        ? "The booking is free, or not one of yours."
        : "The receipt is here as soon as the money for this booking has been paid out or returned."}
    </EmptyState>
  );
}

async function loadPdf(bookingId: number): Promise<Blob> {
  const { data } = await client.GET("/api/wallet/receipts/{bookingId}/file", {
    params: { path: { bookingId } },
    parseAs: "blob",
  });
  return data as unknown as Blob;
}

function Sheet({ receipt }: { receipt: Receipt }) {
  const { client, provider, unit, title, skill } = receipt;
  const amount = (value: number) => formatAmount(unit === "gbp" ? "wallet" : "spark_token", value);
  return (
    <Card className="grid max-w-2xl gap-6 print:shadow-none">
      <p className="font-display text-title font-bold wrap-anywhere">{receipt.site_name}</p>
      <dl className="grid gap-4 sm:grid-cols-2 print:grid-cols-2">
        <Fact label="For">
          <bdi>{title}</bdi>
          {title.includes(skill) || <span className="block text-small text-ink-2">{skill}</span>}
        </Fact>
        <Fact label="Booking ID">{receipt.booking_id}</Fact>
        <Fact label="When">{formatInFull(receipt.booking_date)}</Fact>
        <Fact label="Length">{receipt.hours === 1 ? "1 hour" : `${receipt.hours} hours`}</Fact>
        <Fact label="Booked by">
          <bdi>{client.name}</bdi>
        </Fact>
        <Fact label="Done by">
          <bdi>{provider.name}</bdi>
        </Fact>
        <Fact label="Paid">{formatInFull(receipt.paid_at)}</Fact>
        <Fact label="Payment method">{METHODS[receipt.payment_method]}</Fact>
        <Fact label="Settled">{formatInFull(receipt.settled_at)}</Fact>
      </dl>
      <dl className="grid gap-2 border-t border-line pt-4">
        <Part label={<bdi>Paid to {provider.name}</bdi>} amount={amount(receipt.released)} />
        {receipt.refunded > 0 && (
          <Part label={<bdi>Returned to {client.name}</bdi>} amount={amount(receipt.refunded)} />
        )}
        <Part
          label="Price"
          amount={amount(receipt.price)}
          className="border-t border-line pt-2 text-title"
        />
        {receipt.expenses > 0 && (
          <Part
            label={<bdi>Expenses paid to {provider.name}, beside the price</bdi>}
            amount={formatMoney(receipt.expenses)}
          />
        )}
      </dl>
      {receipt.site_contact && (
        <p className="text-small text-ink-2 wrap-anywhere">
          Questions about this receipt? Write to{" "}
          <a href={`mailto:${receipt.site_contact}`} className="underline">
            {receipt.site_contact}
          </a>
          .
        </p>
      )}
      <div className="flex flex-wrap gap-2 print:hidden">
        <PrivateFileButton
          name={`receipt-${receipt.number}.pdf`}
          load={() => loadPdf(receipt.booking_id)}
        >
          Download as PDF
        </PrivateFileButton>
        <PrintButton>Print</PrintButton>
      </div>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="num wrap-anywhere">{children}</dd>
    </div>
  );
}

interface PartProps {
  label: ReactNode;
  amount: string;
  className?: string;
}

function Part({ label, amount, className }: PartProps) {
  return (
    <div className={cx("flex flex-wrap justify-between gap-x-4 font-semibold", className)}>
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd className="num">{amount}</dd>
    </div>
  );
}
