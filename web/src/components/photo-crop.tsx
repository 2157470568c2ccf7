import "react-easy-crop/react-easy-crop.css";
import { ZoomIn, ZoomOut } from "lucide-react";
import { type Ref, useRef, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import type { CropArea } from "@/lib/draw-photo";
import { Button } from "./button";
import { Dialog } from "./overlay";

const MAX_ZOOM = 4;
const KEY_STEP_PIXELS = 10;

interface PhotoCropProps {
  src: string;
  onCancel: () => void;
  onCrop: (square: CropArea) => void;
}

/** Chooses the part of a photo that shows in the circle, by dragging, pinching or keyboard. */
export function PhotoCrop({ src, onCancel, onCrop }: PhotoCropProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const slider = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      initialFocus={() => slider.current}
      title="Crop your photo"
      description="Drag the photo, or move it with the arrow keys."
    >
      <div className="relative h-64 overflow-hidden rounded-m bg-sunk sm:h-80">
        <Cropper
          disableAutomaticStylesInjection
          image={src}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={KEY_STEP_PIXELS}
          cropperProps={{ role: "group", "aria-label": "Visible part of your photo" }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <ZoomSlider ref={slider} zoom={zoom} onZoom={setZoom} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="spark" disabled={!area} onClick={() => area && onCrop(area)}>
          Use this photo
        </Button>
      </div>
    </Dialog>
  );
}

interface ZoomSliderProps {
  ref: Ref<HTMLInputElement>;
  zoom: number;
  onZoom: (zoom: number) => void;
}

function ZoomSlider({ ref, zoom, onZoom }: ZoomSliderProps) {
  return (
    <div className="flex items-center gap-3">
      <ZoomOut aria-hidden="true" className="size-5 text-ink-2" />
      <input
        ref={ref}
        type="range"
        aria-label="Zoom"
        min={1}
        max={MAX_ZOOM}
        step={0.1}
        value={zoom}
        aria-valuetext={`${Math.round(zoom * 100)}%`}
        onChange={(event) => onZoom(Number(event.target.value))}
        className="h-11 min-w-0 flex-1 accent-leaf"
      />
      <ZoomIn aria-hidden="true" className="size-5 text-ink-2" />
    </div>
  );
}
