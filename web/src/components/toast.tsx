import { Toaster as Sonner, toast } from "sonner";

export { toast };

/** Container of toasts; used once, in the app's providers. */
export function Toaster() {
  return (
    <Sonner
      position="top-center"
      customAriaLabel="Recent messages"
      theme="system"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-center gap-3 rounded-m bg-ink px-4 py-3 font-text text-body font-medium text-paper shadow-raised",
          actionButton: "ml-auto font-bold underline underline-offset-3",
          cancelButton: "font-bold underline underline-offset-3",
        },
      }}
    />
  );
}
