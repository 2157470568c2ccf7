import { MapPin } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type Ref, useId, useState } from "react";
import { cx } from "@/lib/cx";
import { type Place, type PlaceKind, usePlaceSuggestions } from "@/lib/places";
import { controlClass, Field, type FieldText } from "./field";

interface PlaceInputProps extends FieldText {
  ref?: Ref<HTMLInputElement> | undefined;
  value: string;
  /** Reports the typed text with no place, or a picked suggestion's text with its place. */
  onChange: (text: string, place: Place | null) => void;
  onBlur?: () => void;
  /** Text that a picked place leaves in the field; its label by default. */
  textOf?: (place: Place) => string;
  /** Kind of suggestions; towns and addresses by default. */
  kind?: PlaceKind;
  name?: string;
  placeholder?: string;
  autoComplete?: string;
  enterKeyHint?: ComponentProps<"input">["enterKeyHint"];
}

/** Messages for a failed search, and for a suggestion without coordinates. */
const messages: Record<PlaceKind, { search: string; details: string }> = {
  city: {
    search: "Error initializing location search",
    details: "No details available for this location",
  },
  address: {
    search: "Error initializing address search",
    details: "No details available for this address",
  },
  any: {
    search: "Error initializing location search",
    details: "No details available for this location",
  },
};

/** A text field with place suggestions. Typing on clears the picked place. */
export function PlaceInput(props: PlaceInputProps) {
  const { value, onChange, onBlur, kind = "any", textOf = (place: Place) => place.label } = props;
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [vague, setVague] = useState(false);
  const { data: places = [], isError } = usePlaceSuggestions(value, kind, open);
  const shown = open && places.length > 0;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (place: Place | undefined) => {
    if (place) {
      const located = Number.isFinite(place.lat) && Number.isFinite(place.lon);
      setVague(!located);
      onChange(textOf(place), located ? place : null);
    }
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && places.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((active + step + places.length) % places.length);
    } else if (event.key === "Enter") {
      // With nothing highlighted, Enter submits the typed text.
      if (!shown || active < 0) return close();
      event.preventDefault();
      choose(places[active]);
    } else if (shown && event.key === "Escape") {
      event.preventDefault();
      close();
    }
  };

  return (
    <Field
      label={props.label}
      hint={props.hint}
      error={props.error ?? (vague ? messages[kind].details : undefined)}
      optional={props.optional}
      className={props.className}
    >
      {(control) => (
        <div className="relative">
          <MapPin
            aria-hidden="true"
            className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-leaf"
          />
          <input
            {...control}
            ref={props.ref}
            type="text"
            name={props.name}
            placeholder={props.placeholder}
            autoComplete={props.autoComplete ?? "off"}
            enterKeyHint={props.enterKeyHint}
            role="combobox"
            aria-expanded={shown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
            value={value}
            onChange={(event) => {
              onChange(event.target.value, null);
              setVague(false);
              setOpen(true);
              setActive(-1);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              close();
              onBlur?.();
            }}
            className={cx(controlClass, "pl-11")}
          />
          <Suggestions id={listId} places={shown ? places : []} active={active} onChoose={choose} />
          {open && isError && (
            <p role="status" className="mt-1 text-small text-ink-2">
              {messages[kind].search}
            </p>
          )}
        </div>
      )}
    </Field>
  );
}

interface SuggestionsProps {
  id: string;
  places: readonly Place[];
  active: number;
  onChoose: (place: Place) => void;
}

function Suggestions({ id, places, active, onChoose }: SuggestionsProps) {
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="Suggested places"
        className={cx(
          "absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-m bg-card p-1.5 shadow-raised ring-1 ring-line",
          places.length === 0 && "hidden",
        )}
      >
        {places.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above owns the focus and the keys
          <div
            key={`${place.label} ${place.lat} ${place.lon}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus, so that its list stays open until the choice is made.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(place)}
            className={cx(
              "flex min-h-11 cursor-pointer items-center rounded-s px-3 hover:bg-sunk",
              index === active && "bg-sunk",
            )}
          >
            {place.label}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {places.length > 0 &&
          `${places.length} ${places.length === 1 ? "place" : "places"} suggested`}
      </p>
    </>
  );
}
