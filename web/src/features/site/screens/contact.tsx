import { Link } from "react-router";
import { useSite } from "@/lib/site";
import { ContactForm } from "../components/contact-form";
import { PublicPage } from "../components/public-page";

/** Page to write to the people who run the site. */
export function Component() {
  const { name = "this site", contact } = useSite().data ?? {};
  return (
    <PublicPage title="Contact" back="/help">
      <p className="text-lead text-ink-2">
        Write to the people who run {name}. They are neighbours too, so an answer may take a day or
        two. Many questions are answered already in{" "}
        <Link to="/help" className="font-semibold underline underline-offset-3">
          Help
        </Link>
        . In an emergency call 999.
      </p>
      <ContactForm />
      {contact && (
        <p className="mt-6 text-ink-2">
          You can also write to{" "}
          <a href={`mailto:${contact}`} className="font-semibold underline wrap-anywhere">
            {contact}
          </a>
          .
        </p>
      )}
    </PublicPage>
  );
}
