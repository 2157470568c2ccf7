import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "@/lib/cx";

type SearchInputProps = Omit<ComponentProps<"input">, "type" | "aria-label" | "placeholder"> & {
  /** Accessible name and placeholder. */
  label: string;
};

/** A search box, with a magnifier instead of a visible label. */
export function SearchInput({ label, className, ...rest }: SearchInputProps) {
  return (
    <span className={cx("relative block", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-ink-3"
      />
      <input
        {...rest}
        type="search"
        aria-label={label}
        placeholder={label}
        className="min-h-12 w-full rounded-full border-[1.5px] border-edge bg-card pr-4 pl-12 text-body text-ink placeholder:text-ink-3"
      />
    </span>
  );
}
