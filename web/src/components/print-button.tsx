import { Printer } from "lucide-react";
import { Button } from "@/components/button";

/** Prints the page. */
export function PrintButton({ children }: { children: string }) {
  return (
    <Button variant="quiet" size="small" onClick={() => window.print()}>
      <Printer aria-hidden="true" className="size-5" />
      {children}
    </Button>
  );
}
