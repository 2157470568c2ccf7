import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { cx } from "@/lib/cx";
import { Spinner } from "./spinner";

interface ButtonStyle {
  /** `spark` is for the main action of a screen. */
  variant?: "spark" | "ink" | "quiet" | "danger";
  size?: "normal" | "small";
  /** As wide as its container. */
  block?: boolean;
}

const variants = {
  spark: "bg-spark text-on-spark hover:bg-spark-strong",
  ink: "bg-ink text-paper hover:bg-ink-2",
  quiet: "bg-transparent text-ink ring-[1.5px] ring-inset ring-line hover:bg-sunk",
  danger: "bg-danger text-card hover:opacity-90",
};
const sizes = { normal: "min-h-12 px-5 py-3", small: "min-h-11 px-4 py-2" };

function buttonClass(
  { variant = "ink", size = "normal", block }: ButtonStyle,
  extra?: string,
): string {
  return cx(
    "relative inline-flex items-center justify-center gap-2 rounded-full text-center text-body font-semibold leading-tight transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-55",
    variants[variant],
    sizes[size],
    block && "w-full",
    extra,
  );
}

interface ButtonProps extends ComponentProps<"button">, ButtonStyle {
  /** Shows a spinner and ignores presses, while keeping the focus. */
  busy?: boolean;
  /** Replaces the label while busy, such as 'Sending...'. */
  busyLabel?: ReactNode;
}

export function Button(props: ButtonProps) {
  const { variant, size, block, busy, busyLabel, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      onMouseDown={rest.type === "submit" ? keepFocus : undefined}
      {...rest}
      className={buttonClass({ variant, size, block }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

/**
 * Keeps the focus in the current field when the form's button is pressed. Leaving the field could
 * show an error there, which would move the button between press and release.
 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** A link that looks like a button, for actions that lead to another page. */
export function ButtonLink(props: LinkProps & ButtonStyle) {
  const { variant, size, block, className, ...rest } = props;
  return <Link {...rest} className={buttonClass({ variant, size, block }, className)} />;
}

interface IconButtonProps extends ComponentProps<"button"> {
  /** Accessible name and tooltip. */
  label: string;
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        "relative inline-grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors hover:bg-sunk",
        className,
      )}
    >
      {children}
    </button>
  );
}
