import { useState } from "react";
import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { SearchInput } from "@/components/form";
import { RequireModule } from "@/components/require-module";
import { api, failureText } from "@/lib/api";
import { useDebounced } from "@/lib/debounce";

const DEBOUNCE_MS = 300;
const SHORTEST = 2;
const MAX_FOUND = 5;

interface NeighbourSearchProps {
  /** Returns the address that a found person leads to. */
  pathOf: (id: string) => string;
}

/** Search for a neighbour by name; nothing where people cannot be searched for. */
export function NeighbourSearch(props: NeighbourSearchProps) {
  return (
    <RequireModule name="explore">
      <Search {...props} />
    </RequireModule>
  );
}

function Search({ pathOf }: NeighbourSearchProps) {
  const [typed, setTyped] = useState("");
  const term = useDebounced(typed.trim(), DEBOUNCE_MS);
  const isLongEnough = term.length >= SHORTEST;
  const { data, error } = api.useQuery(
    "get",
    "/api/users/searchuser/{term}",
    { params: { path: { term }, query: { limit: MAX_FOUND } } },
    { enabled: isLongEnough },
  );
  const found = (isLongEnough && data) || [];
  return (
    <div className="grid gap-2 text-left">
      <SearchInput
        label="Search by name"
        maxLength={100}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className={found.length > 0 ? "sr-only" : "text-small text-ink-2"}>
        {isLongEnough && data && `${found.length || "Nobody"} found for ${term}`}
        {isLongEnough && error && failureText(error, "The search has failed. Please try again.")}
      </p>
      {found.length > 0 && (
        <ul className="divide-y divide-line">
          {found.map(({ id, firstname, lastname, photourl, location }) => (
            <li key={id} className="relative flex items-center gap-3 py-3">
              <Avatar name={`${firstname} ${lastname}`} photo={photourl} />
              <div className="min-w-0">
                <Link
                  to={pathOf(id)}
                  className="font-bold wrap-anywhere after:absolute after:inset-0 hover:underline"
                >
                  {firstname} {lastname}
                </Link>
                <p className="text-small text-ink-2 wrap-anywhere">{location}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
