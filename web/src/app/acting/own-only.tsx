import { ButtonLink } from "@/components/button";
import { PageHeader } from "@/components/page-header";

/** Shown to a delegate in place of a screen that is for the member only. */
export function OwnOnly({ name }: { name: string }) {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={`Only ${name} can do this`}>
        Helpers book, answer, write and read for a neighbour. Their account, their money and their
        settings stay their own.
      </PageHeader>
      <ButtonLink to="/explore">Back to Explore</ButtonLink>
    </div>
  );
}
