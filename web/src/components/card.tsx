import type { ComponentProps } from "react";
import { cx } from "@/lib/cx";

/** A box on a lighter background with a soft shadow. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={cx("rounded-m bg-card p-4 shadow-card sm:p-5", className)} />;
}
