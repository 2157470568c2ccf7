import { Link, useSearchParams } from "react-router";
import { PageHeader } from "@/components/page-header";
import { RequireModule } from "@/components/require-module";
import { Tabs } from "@/components/tabs";
import { LISTS, type ListName } from "../api/use-mark-read";
import { NoticePages } from "../components/notice-pages";

const labels: Record<ListName, string> = {
  all: "All",
  bookings: "Bookings",
  followers: "Followers",
  following: "Following",
};
const NAMES = Object.keys(LISTS) as ListName[];

/** All notices, filtered by subject (`?list=`). */
export function Component() {
  const [params, setParams] = useSearchParams();
  const shown = NAMES.find((name) => name === params.get("list")) ?? "all";
  const choose = (next: ListName) =>
    setParams(next === "all" ? {} : { list: next }, { replace: true, preventScrollReset: true });
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Notifications">
        Your notifications, newest first.
        <RequireModule name="settings">
          {" "}
          <Link to="/settings/notify" className="text-link">
            Choose what you get
          </Link>
        </RequireModule>
      </PageHeader>
      <Tabs
        label="Notifications"
        value={shown}
        onChange={choose}
        tabs={NAMES.map((name) => ({
          value: name,
          label: labels[name],
          content: <NoticePages list={name} />,
        }))}
      />
    </div>
  );
}
