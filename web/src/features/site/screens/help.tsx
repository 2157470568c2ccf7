import { Prose } from "@/components/prose/prose";
import { useSite } from "@/lib/site";
import { ProsePage } from "../components/prose-page";

export function Component() {
  const contact = useSite().data?.contact;
  return (
    <ProsePage name="help" title="Help">
      {(blocks) => (
        <>
          <Prose blocks={blocks} />
          {contact && (
            <p className="mt-6">
              Not found what you were looking for? Write to{" "}
              <a href={`mailto:${contact}`} className="font-semibold underline wrap-anywhere">
                {contact}
              </a>
              .
            </p>
          )}
        </>
      )}
    </ProsePage>
  );
}
