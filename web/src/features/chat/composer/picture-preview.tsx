import { ImageIcon, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/button";
import { useObjectUrl } from "@/components/private-image";

/** Preview of the picture attached to the message. */
export function PicturePreview({ picture, onRemove }: { picture: File; onRemove: () => void }) {
  const url = useObjectUrl(picture);
  // Not every browser can show the formats of a phone's camera.
  const [unknown, setUnknown] = useState(false);
  return (
    <div className="flex items-center gap-3 rounded-s bg-sunk p-2">
      {url && !unknown ? (
        <img
          src={url}
          alt=""
          onError={() => setUnknown(true)}
          className="size-14 rounded-s object-cover"
        />
      ) : (
        <ImageIcon aria-hidden="true" className="size-14 p-3 text-ink-2" />
      )}
      <p className="min-w-0 flex-1 truncate text-small">{picture.name}</p>
      <IconButton label="Remove the picture" onClick={onRemove}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}
