import { ArrowLeft, ArrowRight, ImageOff, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "@/components/button";
import { cx } from "@/lib/cx";
import type { Photo } from "../photos";
import { usePhotoSource } from "../use-photo-source";
import { type Sorting, useSorting } from "../use-sorting";

interface PhotoTilesProps {
  photos: readonly Photo[];
  onMove: (from: number, to: number) => void;
  onRemove: (photo: Photo) => void;
  /** Content after the last photo, such as a button to add another. */
  children?: ReactNode;
}

/** Photos in order, which buttons and dragging change; each can be removed. */
export function PhotoTiles({ photos, onMove, onRemove, children }: PhotoTilesProps) {
  const names = photos.map(photoName);
  const sorting = useSorting(names, onMove);
  return (
    <>
      <ol className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {photos.map((photo, index) => (
          <li
            key={photo.id}
            {...sorting.dragging(index)}
            className={cx("rounded-m", sorting.over === index && "ring-3 ring-leaf")}
          >
            <PhotoTile
              photo={photo}
              name={names[index] ?? ""}
              index={index}
              count={photos.length}
              sorting={sorting}
              onRemove={() => onRemove(photo)}
            />
          </li>
        ))}
        {children && <li>{children}</li>}
      </ol>
      <p role="status" className="sr-only">
        {sorting.announcement}
      </p>
    </>
  );
}

/** Returns a photo's name: of its file, or by its position on the server. */
function photoName(photo: Photo): string {
  return photo.kind === "new" ? photo.file.name : `photo ${Number(photo.key.slice(-2))}`;
}

interface PhotoTileProps {
  photo: Photo;
  name: string;
  index: number;
  count: number;
  sorting: Sorting;
  onRemove: () => void;
}

function PhotoTile({ photo, name, index, count, sorting, onRemove }: PhotoTileProps) {
  const button = "bg-card shadow-card aria-disabled:opacity-40";
  return (
    <div className="relative aspect-square overflow-hidden rounded-m bg-sunk sm:aspect-4/3">
      <TilePicture photo={photo} />
      {index === 0 && (
        <span className="absolute top-2 left-2 rounded-full bg-card px-2.5 py-1 text-tiny font-semibold shadow-card">
          Shown first
        </span>
      )}
      <IconButton
        label={`Remove ${name}`}
        onClick={onRemove}
        className={cx("absolute! top-1.5 right-1.5 hover:bg-danger-soft hover:text-danger", button)}
      >
        <X aria-hidden="true" className="size-5" />
      </IconButton>
      {count > 1 && (
        <span className="absolute inset-x-1.5 bottom-1.5 flex justify-between">
          <IconButton
            label={`Move ${name} earlier`}
            {...sorting.mover(index, -1)}
            className={button}
          >
            <ArrowLeft aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton label={`Move ${name} later`} {...sorting.mover(index, 1)} className={button}>
            <ArrowRight aria-hidden="true" className="size-5" />
          </IconButton>
        </span>
      )}
    </div>
  );
}

/** The picture itself or, where this browser cannot show its format, a placeholder. */
function TilePicture({ photo }: { photo: Photo }) {
  const src = usePhotoSource(photo);
  const [failed, setFailed] = useState(false);
  if (failed && photo.kind === "new") {
    return (
      <span className="grid size-full place-content-center justify-items-center gap-1 p-3 text-center text-tiny text-ink-2">
        <ImageOff aria-hidden="true" className="size-6" />
        <span className="line-clamp-1 break-all">{photo.file.name}</span>
        No preview
      </span>
    );
  }
  return (
    src && (
      <img
        src={src}
        alt=""
        width={240}
        height={180}
        draggable={false}
        onError={() => setFailed(true)}
        className="size-full object-cover"
      />
    )
  );
}
