import { Accordion } from "@base-ui/react/accordion";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { ButtonLink } from "@/components/button";
import { type Block, toSections } from "@/components/prose/blocks";
import { Prose } from "@/components/prose/prose";
import { useSession } from "@/lib/session";
import { useSiteName } from "@/lib/site";
import { ProsePage } from "../components/prose-page";

function asSecondLevel({ children, ...props }: ComponentProps<"h3">) {
  return <h2 {...props}>{children}</h2>;
}

/** The most frequent questions; one answer is open at a time. */
export function Component() {
  const name = useSiteName();
  const isMember = useSession() !== null;
  return (
    <ProsePage name="faqs" title="Frequently asked questions">
      {(blocks) => (
        <>
          <Questions blocks={blocks} />
          {isMember ? (
            <ButtonLink to="/help" variant="quiet" className="mt-8">
              More in Help
            </ButtonLink>
          ) : (
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink to="/signup" variant="spark">
                Sign Up for Free
              </ButtonLink>
              <ButtonLink to="/" variant="quiet">
                {name}
              </ButtonLink>
            </div>
          )}
        </>
      )}
    </ProsePage>
  );
}

function Questions({ blocks }: { blocks: readonly Block[] }) {
  return (
    <Accordion.Root className="grid gap-3">
      {toSections(blocks).map(({ heading, blocks: answer }) => (
        <Accordion.Item key={heading} value={heading} className="rounded-m bg-card shadow-card">
          <Accordion.Header render={asSecondLevel} className="text-body">
            <Accordion.Trigger className="group flex min-h-14 w-full items-center justify-between gap-3 rounded-m px-5 py-3 text-left font-display text-lead font-bold hover:bg-sunk">
              {heading}
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 transition-transform group-data-panel-open:rotate-180"
              />
            </Accordion.Trigger>
          </Accordion.Header>
          <Accordion.Panel className="px-5 pt-1 pb-5 text-ink-2">
            <Prose blocks={answer} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion.Root>
  );
}
