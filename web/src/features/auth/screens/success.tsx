import { ButtonLink } from "@/components/button";
import { PageTitle } from "@/components/page-header";
import { useSiteName } from "@/lib/site";

export function Component() {
  const name = useSiteName();
  return (
    <div className="mx-auto grid max-w-xl flex-1 content-center justify-items-center gap-4 px-5 py-12 text-center">
      <PageTitle>Registration successful</PageTitle>
      <img src="/art/success.svg" alt="" width={320} height={240} />
      <h1 tabIndex={-1} className="text-display">
        Registration successful!
      </h1>
      <p className="text-lead text-ink-2">Welcome to {name}. Log in to meet your neighbours.</p>
      <ButtonLink to="/login" variant="spark">
        Login
      </ButtonLink>
    </div>
  );
}
