import { Link } from "react-router";
import { Logo } from "@/components/logo";
import { useSite, useSiteName } from "@/lib/site";

const groups = [
  {
    title: "Quick links",
    links: [
      { to: "/", label: "Home" },
      { to: "/#how-it-works", label: "How it works" },
      { to: "/blog", label: "Blog" },
      { to: "/signup", label: "Sign up" },
      { to: "/login", label: "Sign in" },
    ],
  },
  {
    title: "Support",
    links: [
      { to: "/help", label: "Help" },
      { to: "/faqs", label: "FAQs" },
      { to: "/contact", label: "Contact" },
      { to: "/terms", label: "Terms" },
      { to: "/privacy", label: "Privacy" },
      { to: "/cookies", label: "Cookies" },
    ],
  },
];

const linkClass =
  "inline-flex min-h-11 items-center text-ink-2 wrap-anywhere hover:text-ink hover:underline";

export function SiteFooter() {
  const name = useSiteName();
  const { contact, social_links: social = [] } = useSite().data ?? {};
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto grid max-w-6xl gap-8 px-5 py-10 grid-cols-2 sm:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full sm:col-span-1">
          <Logo to="/" />
          <p className="mt-1 max-w-xs text-ink-2">A noticeboard for the skills on your street.</p>
          {contact && (
            <a href={`mailto:${contact}`} className={linkClass}>
              {contact}
            </a>
          )}
        </div>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-body">{title}</h2>
            <ul className="mt-1">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={linkClass}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        {social.length > 0 && (
          <nav aria-label="Follow us">
            <h2 className="text-body">Follow us</h2>
            <ul className="mt-1">
              {social.map(({ name: network, url }) => (
                <li key={url}>
                  <a href={url} rel="me noreferrer" className={linkClass}>
                    {network}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <p className="border-t border-line px-5 py-4 text-center text-small text-ink-2">
        {name === "Sparkyard" ? "Sparkyard is" : `${name} runs on Sparkyard,`} software that any
        community can host for itself.
      </p>
    </footer>
  );
}
