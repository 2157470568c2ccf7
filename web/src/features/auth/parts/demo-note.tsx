import type { ReactNode } from "react";
import { useSite } from "@/lib/site";

/** A remark that is true only in a demo, where it starts with saying so. */
export function DemoNote({ children }: { children: ReactNode }) {
  if (!useSite().data?.demo) return null;
  return (
    <p className="rounded-m bg-spark-soft px-4 py-3 text-spark-deep">This is a demo: {children}</p>
  );
}
