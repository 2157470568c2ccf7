import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { newPhoto, type Photo } from "../photos";
import { ImagePicker } from "./image-picker";

afterEach(() => vi.unstubAllGlobals());

const image = (name: string, megabytes: number) =>
  new File([new Uint8Array(megabytes * 1024 * 1024)], name, { type: "image/png" });

test("a photo removed while another is shrunk stays removed", async () => {
  URL.createObjectURL = () => "blob:photo";
  URL.revokeObjectURL = () => undefined;
  let draw: () => void = () => undefined;
  vi.stubGlobal("createImageBitmap", async () => {
    await new Promise<void>((resolve) => (draw = resolve));
    return { width: 4000, height: 3000, close: vi.fn() };
  });
  const drawing = { fillRect: vi.fn(), drawImage: vi.fn() };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(drawing as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) =>
    done(new Blob(["small"], { type: "image/jpeg" })),
  );
  let held: Photo[] = [];
  function Harness() {
    const [photos, setPhotos] = useState<Photo[]>([newPhoto(image("first.png", 1))]);
    held = photos;
    return <ImagePicker photos={photos} onChange={setPhotos} />;
  }
  render(<Harness />);
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (input) await userEvent.upload(input, image("second.png", 6));
  expect(screen.getByRole("button", { name: "Add photos" })).toHaveAttribute("aria-busy", "true");
  await userEvent.click(screen.getByRole("button", { name: /^Remove/ }));
  await waitFor(() => {
    draw();
    const names = held.map((photo) => (photo.kind === "new" ? photo.file.name : ""));
    expect(names).toEqual(["second.jpg"]);
  });
});
