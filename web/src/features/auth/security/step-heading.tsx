import { type ReactNode, useEffect, useRef } from "react";

/** Heading of a step that replaces another; it takes the focus. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className="font-bold">
      {children}
    </h3>
  );
}
