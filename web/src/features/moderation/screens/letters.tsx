import { Mail } from "lucide-react";
import { useEffect } from "react";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { usePages, useQueryCache } from "@/lib/api";
import { LetterForm } from "../components/letter-form";
import { LetterRow } from "../components/letter-row";

const LETTERS = "/api/admin/letters";
/** Poll interval for the progress of a letter. */
const LOOK_MS = 5_000;

/** Letters to members who want them: the form, and those sent before. */
export function Component() {
  const letters = usePages(LETTERS);
  useProgress(letters.data?.some(({ done }) => !done) ?? false);
  return (
    <div className="grid max-w-3xl gap-5">
      <PageTitle>Letters</PageTitle>
      <Card>
        <h2 className="text-title">Write to members</h2>
        <p className="mt-1 text-ink-2">
          By email, to members who have not switched letters off. You can send one in 24 hours.
        </p>
        <LetterForm />
      </Card>
      <Card>
        <h2 className="text-title">Letters so far</h2>
        <div className="mt-2">
          <PagedList
            list={letters}
            placeholders={2}
            empty={
              <EmptyState icon={<Mail />} title="No letters yet">
                Letters that you send to members show up here.
              </EmptyState>
            }
            keyOf={({ id }) => id}
          >
            {(letter) => <LetterRow letter={letter} />}
          </PagedList>
        </div>
      </Card>
    </div>
  );
}

/** Polls the letters while one is being sent. */
function useProgress(going: boolean) {
  const { invalidate } = useQueryCache();
  useEffect(() => {
    if (!going) return;
    const timer = setInterval(() => invalidate(LETTERS), LOOK_MS);
    return () => clearInterval(timer);
  }, [going, invalidate]);
}
