import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Explanation of the label. */
  plain?: string;
  content: ReactNode;
}

interface TabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: Tab<Value>[];
}

/** Tabs with their panels. Keep `value` in the URL (`?tab=`), so that it survives a reload. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Base.List aria-label={label} className="flex flex-wrap gap-1 rounded-l bg-sunk p-1">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-11 flex-1 rounded-full px-3 text-small font-semibold text-ink-2 transition-colors hover:text-ink data-active:bg-card data-active:text-ink data-active:shadow-card sm:text-body"
          >
            {tab.label}
            {tab.plain && (
              <span className="block text-tiny font-normal text-ink-2"> {tab.plain}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
