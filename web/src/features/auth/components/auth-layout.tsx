import type { ReactNode } from "react";
import { PageTitle } from "@/components/page-header";
import { Carousel } from "./carousel";

interface AuthLayoutProps {
  title: string;
  /** Title of the document, if it is another. */
  page?: string;
  intro?: ReactNode;
  children: ReactNode;
  /** Content under the card, such as a link to another screen. */
  footer?: ReactNode;
}

/** Layout of sign-in and sign-up screens: a form and, on wide screens, pictures. */
export function AuthLayout(props: AuthLayoutProps) {
  const { title, page = title, intro, children, footer } = props;
  return (
    <div className="mx-auto grid w-full max-w-6xl flex-1 items-center gap-10 px-5 py-6 lg:grid-cols-[1fr_minmax(0,30rem)] lg:py-12">
      <PageTitle>{page}</PageTitle>
      <div className="mx-auto grid w-full max-w-md content-start gap-6 self-start lg:self-center">
        <header>
          <h1 tabIndex={-1} className="text-display">
            {title}
          </h1>
          {intro && <p className="mt-2 text-ink-2">{intro}</p>}
        </header>
        {children}
        {footer && <p className="text-ink-2">{footer}</p>}
      </div>
      <Carousel />
    </div>
  );
}
