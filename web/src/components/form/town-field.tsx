import { type ComponentProps, type Ref, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Place, type Town, useTownLookup, useUnknownTown } from "@/lib/places";
import type { FieldText } from "./field";
import { PlaceInput } from "./place-input";

/** Handle of a `TownField`, for its form to use on submit. */
export interface TownFieldHandle {
  /**
   * Treats the field as left, which submitting a form does not do by itself. Resolves to true if
   * the nearest town is needed and its field has not been visited: that field is focused, and the
   * form must not be sent. Happens once for each name.
   */
  leave: () => Promise<boolean>;
}

interface TownFieldProps extends Omit<FieldText, "label"> {
  ref?: Ref<TownFieldHandle> | undefined;
  label?: string;
  town: Town;
  /** Reports the town's name, with the picked suggestion or null for typed text. */
  onChange: (location: string, place: Place | null) => void;
  /** Reports the nearest town; null once the name changes. */
  onNear: (near: Town["near"]) => void;
  onBlur?: () => void;
  /** Text that a picked suggestion leaves in the field. */
  textOf?: (place: Place) => string;
  /** Whether the town's coordinates are known already. */
  placed?: boolean;
  /** Error beside the nearest town, which also shows its field. */
  nearestError?: string | undefined;
  enterKeyHint?: ComponentProps<"input">["enterKeyHint"];
}

/**
 * Field for a home town. An unknown village keeps its name and takes the coordinates of the nearest
 * town, whose field appears only after this one is left, so that it does not flicker.
 */
export function TownField(props: TownFieldProps) {
  const { ref, label = "Your town or city", town, onChange, onNear, onBlur, ...rest } = props;
  const { placed = false, nearestError, textOf = labelOf, ...text } = rest;
  const { location, near } = town;
  const [phase, setPhase] = useState<"untouched" | "typing" | "left">("untouched");
  const [picked, setPicked] = useState<string>();
  const [unknownTown, setUnknownTown] = useState<string>();
  const nearest = useRef<HTMLInputElement>(null);
  const settled = phase !== "typing" && !placed && location !== picked;
  const unknown = useUnknownTown(location, settled) || (settled && location === unknownTown);
  const shown = unknown || near !== null || nearestError !== undefined;
  const isUnknown = useTownLookup();
  const leave = () => setPhase((now) => (now === "typing" ? "left" : now));

  useImperativeHandle(ref, () => ({
    leave: async () => {
      leave();
      const focused = document.activeElement;
      const answered = near !== null || placed || [picked, unknownTown].includes(location);
      if (phase === "untouched" || answered || !(await isUnknown(location))) return false;
      flushSync(() => setUnknownTown(location));
      // The focus is not taken from a user who moved on meanwhile.
      if (document.activeElement === focused) bringIntoView(nearest.current);
      return true;
    },
  }));

  return (
    <>
      <PlaceInput
        {...text}
        label={label}
        name="location"
        kind="city"
        autoComplete="address-level2"
        value={location}
        textOf={textOf}
        onBlur={() => {
          leave();
          onBlur?.();
        }}
        onChange={(location, place) => {
          setPhase(place ? "left" : "typing");
          setPicked(place ? location : undefined);
          onNear(null);
          onChange(location, place);
        }}
      />
      {/* Announced, because it appears after the user has moved on. */}
      <p role="status" className="sr-only">
        {unknown && near === null && "Choose the nearest town below"}
      </p>
      {shown && (
        <NearestTown
          key={location}
          ref={nearest}
          town={town}
          error={nearestError}
          enterKeyHint={text.enterKeyHint}
          onNear={onNear}
          onBlur={() => setUnknownTown(location)}
        />
      )}
    </>
  );
}

interface NearestTownProps extends Pick<TownFieldProps, "town" | "onNear" | "enterKeyHint"> {
  ref: Ref<HTMLInputElement>;
  error: string | undefined;
  onBlur: () => void;
}

function NearestTown({ ref, town, onNear, onBlur, error, enterKeyHint }: NearestTownProps) {
  const { location, near } = town;
  const [name, setName] = useState(near?.name ?? "");
  return (
    <PlaceInput
      ref={ref}
      label="Nearest town"
      hint={`We can't find ${location.trim()} on the map. Choose the nearest town. Your profile still shows the one you typed.`}
      error={error}
      optional={!error}
      kind="city"
      enterKeyHint={enterKeyHint}
      value={name}
      onBlur={onBlur}
      onChange={(name, place) => {
        setName(name);
        onNear(place && nearOf(place));
      }}
    />
  );
}

function bringIntoView(control: HTMLElement | null): void {
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center" });
}

/** Two towns may share a name: the label tells them apart, and a postcode is in a town. */
function labelOf({ zip_code, city, label }: Place): string {
  return zip_code ? city : label;
}

function nearOf({ label, lat, lon }: Place): NonNullable<Town["near"]> {
  return { name: label, lat, lon };
}
