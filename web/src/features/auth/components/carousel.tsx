import { Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";

const INTERVAL_MS = 3_000;

const slides = [
  { src: "/art/meet.svg", title: "Meet people in your community" },
  { src: "/art/events.svg", title: "Join local events, soon" },
];

/**
 * Two alternating pictures on wide screens. They stop with reduced motion, while hovered or
 * focused, and when paused.
 */
export function Carousel() {
  const [current, setCurrent] = useState(0);
  const [playing, setPlaying] = useState(
    () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
  );
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const moving = playing && !hovered && !focused;
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(
      () => setCurrent((index) => (index + 1) % slides.length),
      INTERVAL_MS,
    );
    return () => clearInterval(timer);
  }, [moving]);
  const Icon = playing ? Pause : Play;
  return (
    <section
      aria-label="Your community"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="relative hidden overflow-hidden rounded-l bg-card shadow-card lg:block"
    >
      {slides.map(({ src, title }, index) => (
        <figure
          key={src}
          aria-hidden={index !== current}
          className={`transition-opacity duration-500 ${index === current ? "opacity-100" : "absolute inset-0 opacity-0"}`}
        >
          <img
            src={src}
            alt=""
            width={640}
            height={640}
            loading="lazy"
            className="w-full dark:brightness-90"
          />
          <figcaption className="px-6 py-5 font-display text-title font-bold">{title}</figcaption>
        </figure>
      ))}
      <button
        type="button"
        aria-label={playing ? "Pause pictures" : "Play pictures"}
        onClick={() => setPlaying(!playing)}
        className="absolute right-3 bottom-2.5 grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunk"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </section>
  );
}
