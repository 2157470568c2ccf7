import { Ban } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { messageOf } from "@/lib/api";
import { BLOCKING, useBlock } from "@/lib/block";

interface BlockButtonProps {
  person: { id: string; firstname: string };
}

/** Button to block a person, which explains the effect first. */
export function BlockButton({ person: { id, firstname } }: BlockButtonProps) {
  const [open, setOpen] = useState(false);
  const block = useBlock();
  const navigate = useNavigate();
  const confirm = () =>
    block.mutate(
      { params: { path: { userId: id } } },
      {
        onSuccess: () => {
          setOpen(false);
          toast.success(`You have blocked ${firstname}`);
          // Their profile is now hidden; the list of blocked people offers the way back.
          navigate("/settings/blocked", { replace: true });
        },
      },
    );
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        <Ban aria-hidden="true" className="size-4" />
        Block {firstname}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Block ${firstname}?`}
        description={BLOCKING}
        confirmLabel="Block"
        variant="danger"
        busy={block.isPending}
        error={block.error ? messageOf(block.error) : undefined}
        onConfirm={confirm}
      />
    </>
  );
}
