import { Menu, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { ButtonLink, IconButton } from "@/components/button";
import { Logo } from "@/components/logo";
import { cx } from "@/lib/cx";
import { useSession } from "@/lib/session";

/** Scroll distance after which the header becomes solid and taller. */
const SOLID_AFTER_PX = 30;

const links = [
  { to: "/", label: "Home" },
  { to: "/blog", label: "Blog" },
  { to: "/contact", label: "Contact" },
  { to: "/faqs", label: "FAQs" },
];

/** Header of the public pages; its links are in a menu on a small screen. */
export function PublicHeader() {
  const scrolled = useScrolledPast(SOLID_AFTER_PX);
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  const toggle = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setOpen(false), [key]);
  useEscapeKey(open, () => {
    setOpen(false);
    toggle.current?.focus();
  });
  return (
    <header
      className={cx(
        "absolute inset-x-0 top-0 z-30 tall:fixed transition-[height,background-color,box-shadow] duration-200",
        scrolled || open ? "bg-card shadow-card" : "bg-paper",
      )}
    >
      <div
        className={cx(
          "mx-auto flex max-w-6xl items-center gap-2 px-4 sm:gap-3 sm:px-5 transition-[height] duration-200",
          scrolled ? "h-20" : "h-16",
        )}
      >
        <Logo to="/" />
        <nav aria-label="Site" className="ml-auto hidden shrink-0 items-center gap-6 md:flex">
          {links.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className="inline-flex min-h-11 items-center font-semibold text-ink-2 hover:text-ink"
            >
              {link.label}
            </Link>
          ))}
          <WayIn />
        </nav>
        <IconButton
          ref={toggle}
          label={open ? "Close menu" : "Open menu"}
          aria-expanded={open}
          aria-controls="site-menu"
          onClick={() => setOpen(!open)}
          className="-mr-2 ml-auto md:hidden"
        >
          {open ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
        </IconButton>
      </div>
      <nav
        id="site-menu"
        aria-label="Menu"
        hidden={!open}
        className="border-t border-line px-3 py-2 md:hidden"
      >
        {links.map((link) => (
          <Link
            key={link.to}
            to={link.to}
            className="flex min-h-12 items-center rounded-s px-3 font-semibold hover:bg-sunk"
          >
            {link.label}
          </Link>
        ))}
        <WayIn block />
      </nav>
    </header>
  );
}

/** Button into the app: to sign in, or for members to their first screen. */
function WayIn({ block = false }: { block?: boolean }) {
  const isMember = useSession() !== null;
  return (
    <ButtonLink
      to={isMember ? "/explore" : "/login"}
      variant="quiet"
      size="small"
      block={block}
      className={block ? "my-2" : "whitespace-nowrap"}
    >
      {isMember ? "Go to Explore" : "Get Started"}
    </ButtonLink>
  );
}

function useScrolledPast(limit: number): boolean {
  const [past, setPast] = useState(() => window.scrollY > limit);
  useEffect(() => {
    const update = () => setPast(window.scrollY > limit);
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, [limit]);
  return past;
}

function useEscapeKey(active: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => event.key === "Escape" && latest.current();
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [active]);
}
