import { Card } from "@/components/card";
import { PagedList } from "@/components/paged-list";
import { usePages } from "@/lib/api";
import { NoteRow } from "../notes/notes";

/** Tasks about members, first due first; nothing without one. */
export function Tasks() {
  const tasks = usePages("/api/admin/tasks", {});
  if (!tasks.data?.length) return null;
  return (
    <Card>
      <section id="tasks" aria-labelledby="tasks-title">
        <h2 id="tasks-title" className="text-title">
          Tasks about members
        </h2>
        <PagedList list={tasks} placeholders={1} keyOf={({ id }) => id}>
          {(task) => <NoteRow note={task} named />}
        </PagedList>
      </section>
    </Card>
  );
}
