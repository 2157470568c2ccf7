import { Copy, Download, Printer } from "lucide-react";
import { Button } from "@/components/button";
import { toast } from "@/components/toast";
import { useSiteName } from "@/lib/site";

/** The recovery codes, shown only once, with three ways to save them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const site = useSiteName();
  const text = `Recovery codes for ${site}\nEach works once, in place of a code from your app.\n\n${codes.join("\n")}\n`;
  return (
    <div className="grid gap-4">
      <p className="text-ink-2 print:text-ink">
        If you don't have your phone, you can sign in with one of these codes. Each works once. They
        are not shown again. Save them now, and not on your phone.
      </p>
      <p className="hidden font-bold print:block">Recovery codes for {site}</p>
      <ul
        aria-label="Recovery codes"
        className="num grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-s bg-sunk px-5 py-4 font-semibold tracking-wide min-[400px]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="quiet" size="small" onClick={() => copy(codes.join("\n"))}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button variant="quiet" size="small" onClick={() => download(text)}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
        <Button variant="quiet" size="small" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      </div>
    </div>
  );
}

/** Copies the text; browsers offer their clipboard on https only. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success("Copied");
  } catch {
    toast.error("Your browser does not allow copying here. Download or print them instead.");
  }
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(url);
}
