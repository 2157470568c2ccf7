import { type ComponentProps, useId } from "react";
import { useSearchParams } from "react-router";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { FilterChips } from "./filter-chips";

interface Filter {
  status: string;
  label: string;
}

interface Filtering<Known extends Filter> {
  filters: readonly Known[];
  shown: Known;
  choose: (status: string) => void;
}

/** Returns the filter in the URL, or else the first, with a function that chooses another. */
export function useFilter<Known extends Filter>(filters: readonly Known[]): Filtering<Known> {
  const [params, setParams] = useSearchParams();
  const filterInUrl = filters.find(({ status }) => status === params.get("status"));
  return {
    filters,
    shown: filterInUrl ?? (filters[0] as Known),
    choose: (status) => setParams({ status }, { replace: true, preventScrollReset: true }),
  };
}

interface QueueProps<Item> extends Omit<ComponentProps<typeof PagedList<Item>>, "cards" | "keyOf"> {
  title: string;
  /** Title of the page, if it is another. */
  page?: string;
  intro: string;
  filtering?: Filtering<Filter>;
}

/** Cards of what staff decide, with a heading. */
export function Queue<Item extends { id: string | number }>({
  title,
  page = title,
  intro,
  filtering,
  ...list
}: QueueProps<Item>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="max-w-3xl">
      <PageTitle>{page}</PageTitle>
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <p className={filtering ? "text-ink-2" : "mb-4 text-ink-2"}>{intro}</p>
      {filtering && (
        <FilterChips
          filters={filtering.filters}
          shown={filtering.shown.status}
          onChoose={filtering.choose}
          className="my-4"
        />
      )}
      <PagedList {...list} cards keyOf={(item) => item.id} />
    </section>
  );
}
