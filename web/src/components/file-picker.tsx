import { type ComponentProps, type ReactNode, useRef } from "react";
import { Button } from "./button";

type InputProps = Pick<ComponentProps<"input">, "accept" | "aria-label" | "capture" | "multiple">;

/** Returns a hidden file input, and a function that opens its dialog. */
export function useFilePicker(onFiles: (files: File[]) => void, props: InputProps) {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      {...props}
      ref={ref}
      type="file"
      hidden
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        // Choosing the same file again must fire a change event.
        event.target.value = "";
      }}
    />
  );
  return { input, open: () => ref.current?.click() };
}

interface FileButtonProps extends Pick<InputProps, "accept" | "capture"> {
  onFile: (file: File | undefined) => void;
  busy?: boolean;
  children: ReactNode;
}

/** Button that asks for one file. */
export function FileButton({ onFile, busy, children, ...props }: FileButtonProps) {
  const { input, open } = useFilePicker(([file]) => onFile(file), props);
  return (
    <>
      {input}
      <Button variant="quiet" size="small" busy={busy} onClick={open}>
        {children}
      </Button>
    </>
  );
}
