import { Check, Copy } from "lucide-react";
import { useCopy } from "@/lib/use-copy";
import { Button } from "../button";
import { Input } from "./input";

interface CopyFieldProps {
  label: string;
  hint: string;
  value: string;
  /** Label of the button, such as 'Copy link'. */
  copyLabel: string;
  /** Announced after copying, such as 'Link copied'. */
  copiedText: string;
  variant?: "spark" | "ink";
}

/** A read-only text to select, or to copy where the browser can. */
export function CopyField({
  label,
  hint,
  value,
  copyLabel,
  copiedText,
  variant = "ink",
}: CopyFieldProps) {
  const { copied, copy } = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
      <Input
        label={label}
        value={value}
        readOnly
        onFocus={(event) => event.target.select()}
        hint={hint}
      />
      {copy && (
        <Button variant={variant} className="sm:min-w-36" onClick={() => copy(value)}>
          <Icon aria-hidden="true" className="size-5" />
          {copied ? "Copied" : copyLabel}
        </Button>
      )}
      <p role="status" className="sr-only">
        {copied && copiedText}
      </p>
    </div>
  );
}
