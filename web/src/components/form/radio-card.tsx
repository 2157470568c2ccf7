import type { ReactNode } from "react";
import { cx } from "@/lib/cx";

interface RadioCardProps {
  /** Shared by all cards of one choice. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  title: string;
  /** Explanation below the title. */
  text?: string | undefined;
  /** Between the button and the title. */
  icon?: ReactNode;
  /** At the far end, such as a price. */
  end?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/** A choice as a card: a native radio button, so that the arrow keys work as usual. */
export function RadioCard(props: RadioCardProps) {
  const { name, value, checked, onChoose, title, text, icon, end, disabled, className } = props;
  return (
    <label
      className={cx(
        "relative flex min-h-12 gap-3 rounded-m border-[1.5px] border-edge px-3.5 py-3 transition-colors has-checked:border-leaf has-checked:bg-leaf-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf",
        text ? "items-start" : "items-center",
        disabled ? "cursor-not-allowed bg-sunk" : "cursor-pointer bg-card hover:border-ink-3",
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className={cx("size-5 shrink-0 accent-leaf", text && "mt-0.5")}
      />
      {icon && (
        <span aria-hidden="true" className="text-leaf">
          {icon}
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{title}</span>
        {text && <span className="num block text-small text-ink-2">{text}</span>}
      </span>
      {end && <span className="num font-bold">{end}</span>}
    </label>
  );
}
