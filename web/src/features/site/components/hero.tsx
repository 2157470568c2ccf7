import { ButtonLink } from "@/components/button";
import { StoreLinks } from "./store-links";

/** Top of the front page: what the site is, the way in, and a picture of the street. */
export function Hero() {
  return (
    <section className="mx-auto grid w-full max-w-6xl items-center md:gap-8 md:px-5 md:py-10 lg:grid-cols-[5fr_6fr] lg:py-14">
      <div className="px-5 pt-6 pb-7 md:px-0 md:py-0">
        <h1 tabIndex={-1} className="text-hero font-extrabold">
          SWAP SKILLS,
          <br />
          SAVE money!
        </h1>
        <p className="mt-4 max-w-[22em] text-lead text-ink-2 lg:text-title lg:leading-relaxed">
          Empower your community by sharing skills and services
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to="/signup" variant="spark">
            Sign Up for Free
          </ButtonLink>
          <ButtonLink to="/#how-it-works" variant="quiet">
            Look around
          </ButtonLink>
          <StoreLinks />
        </div>
      </div>
      <picture>
        <source media="(min-width: 768px)" srcSet="/art/hero.svg" width={1200} height={640} />
        <img
          src="/art/hero-phone.svg"
          alt="Two neighbours swap a cake for a repair on a sunny street"
          width={390}
          height={300}
          fetchPriority="high"
          className="w-full md:rounded-l lg:aspect-[6/5] lg:object-cover dark:brightness-90"
        />
      </picture>
    </section>
  );
}
