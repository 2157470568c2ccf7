import { HandCoins, Handshake, Leaf, PiggyBank, Smartphone, Sprout, Users } from "lucide-react";
import { ButtonLink } from "@/components/button";
import { type Site, useSite, useSiteName } from "@/lib/site";
import { SPARKS } from "@/lib/words";
import { Figures } from "../components/figures";
import { Hero } from "../components/hero";
import { SiteFooter } from "../components/site-footer";
import { StoreLinks } from "../components/store-links";

type Mode = Site["mode"];

/** Texts that depend on the community's payment mode. */
interface PaymentTexts {
  cost: string;
  exchange: string;
  trust: string;
}

const paymentTexts: Record<Mode, PaymentTexts> = {
  "cash+tokens": {
    cost: `Pay in pounds or in sparks. ${SPARKS.what}`,
    exchange: "Ask for a time, pay in pounds or in sparks, and get it done.",
    trust: "Reviews by real neighbours, and payments held safely until the work is done.",
  },
  tokens: {
    cost: `Pay in sparks. ${SPARKS.what}`,
    exchange: "Ask for a time, pay in sparks, and get it done.",
    trust: "Reviews by real neighbours, and sparks held safely until the work is done.",
  },
  gift: {
    cost: "Neighbours here help each other for free: nobody pays, and nothing has a price.",
    exchange: "Ask for a time, and get it done.",
    trust: "Reviews by real neighbours, each after a visit that took place.",
  },
};

/** True in every mode: the page shows before the mode is known. */
const UNTIL_KNOWN: PaymentTexts = {
  cost: "A hand from next door costs less than a firm, and you can lend one in return.",
  exchange: "Ask for a time, agree on it, and get it done.",
  trust: paymentTexts.gift.trust,
};

function usePaymentTexts(): PaymentTexts {
  const mode = useSite().data?.mode;
  return mode ? paymentTexts[mode] : UNTIL_KNOWN;
}

const benefits = ({ cost }: PaymentTexts) => [
  {
    title: "Cost-Effective",
    text: cost,
    icon: HandCoins,
    look: "bg-spark-soft text-spark-deep",
  },
  {
    title: "Stronger Communities",
    text: "The person who mends your tap may live two doors down. Meet them properly.",
    icon: Users,
    look: "bg-plum-soft text-plum",
  },
  {
    title: "Eco-Friendly",
    text: "Repair, lend and borrow on your own street instead of buying new and driving far.",
    icon: Leaf,
    look: "bg-leaf-soft text-leaf",
  },
];

const steps = ({ exchange }: PaymentTexts) => [
  {
    title: "Sign up and create a profile",
    text: "Say who you are, where you live and what you are good at.",
  },
  {
    title: "Discover local skills and tools",
    text: "See who can help nearby, from guitar lessons to a long ladder.",
  },
  {
    title: "Connect and exchange",
    text: exchange,
  },
  {
    title: "Leave reviews",
    text: "Tell the neighbours how it went, so that good people get found.",
  },
];

const reasons = ({ trust }: PaymentTexts) => [
  {
    title: "Save Money",
    text: "No call-out fees and no commission between neighbours.",
    icon: PiggyBank,
  },
  {
    title: "Eco-Friendly",
    text: "Things last longer when someone close by can mend them.",
    icon: Sprout,
  },
  {
    title: "Build Trust",
    text: trust,
    icon: Handshake,
  },
  {
    title: "Convenience",
    text: "Everything in your browser, on the phone in your pocket.",
    icon: Smartphone,
  },
];

export function Landing() {
  const name = useSiteName();
  const texts = usePaymentTexts();
  return (
    <>
      <title>{`${name}: swap skills, save money`}</title>
      <Hero />
      <Benefits texts={texts} />
      <HowItWorks texts={texts} />
      <Reasons name={name} texts={texts} />
      <Figures />
      <CallToAction />
      <SiteFooter />
    </>
  );
}

function Benefits({ texts }: { texts: PaymentTexts }) {
  return (
    <section
      aria-label="Benefits"
      className="mx-auto grid w-full max-w-6xl gap-4 px-5 py-12 md:grid-cols-3 md:gap-6 md:py-16"
    >
      {benefits(texts).map(({ title, text, icon: Icon, look }) => (
        <div key={title} className="rounded-l bg-card p-6 shadow-card">
          <span className={`mb-4 grid size-14 place-items-center rounded-m ${look}`}>
            <Icon aria-hidden="true" className="size-7" />
          </span>
          <h2 className="text-title">{title}</h2>
          <p className="mt-1.5 text-ink-2">{text}</p>
        </div>
      ))}
    </section>
  );
}

function HowItWorks({ texts }: { texts: PaymentTexts }) {
  return (
    <section id="how-it-works" aria-labelledby="how-title" className="bg-card">
      <div className="mx-auto max-w-6xl px-5 py-14 md:py-20">
        <h2 id="how-title" tabIndex={-1} className="text-display md:text-center">
          How Does it Work
        </h2>
        <p className="mx-auto mt-3 max-w-prose text-ink-2 md:text-center">
          Who lives here is for neighbours to see, not for the whole web: profiles and skills are
          shown once you have signed up, which is free.
        </p>
        <ol className="mt-8 grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {steps(texts).map(({ title, text }, index) => (
            <li
              key={title}
              className="grid grid-cols-[min(6.5rem,30%)_minmax(0,1fr)] items-center gap-4 sm:grid-cols-1 sm:content-start sm:justify-items-center sm:text-center"
            >
              <img
                src={`/art/step-${index + 1}.svg`}
                alt=""
                width={240}
                height={180}
                loading="lazy"
                className="w-full max-w-48"
              />
              <div>
                <p className="num text-small font-bold text-spark-deep">Step {index + 1}</p>
                <h3 className="text-title">{title}</h3>
                <p className="mt-1 text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Reasons({ name, texts }: { name: string; texts: PaymentTexts }) {
  return (
    <section
      aria-labelledby="reasons-title"
      className="mx-auto grid w-full max-w-6xl gap-8 px-5 py-14 md:py-20 lg:grid-cols-[2fr_3fr] lg:items-center lg:gap-14"
    >
      <div>
        <h2 id="reasons-title" className="text-display">
          Why You'll Love {name}
        </h2>
        <img
          src="/art/events.svg"
          alt=""
          width={640}
          height={640}
          loading="lazy"
          className="mt-6 aspect-[4/3] w-full rounded-l object-cover lg:aspect-square dark:brightness-90"
        />
      </div>
      <ul className="grid gap-x-8 gap-y-7 sm:grid-cols-2">
        {reasons(texts).map(({ title, text, icon: Icon }) => (
          <li key={title} className="flex gap-4 sm:block">
            <Icon aria-hidden="true" className="size-8 shrink-0 text-leaf sm:mb-3" />
            <div>
              <h3 className="text-title">{title}</h3>
              <p className="mt-1 text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CallToAction() {
  return (
    <section className="mx-auto w-full max-w-6xl px-5 pb-14">
      <div className="grid justify-items-center gap-6 rounded-l bg-leaf-soft px-6 py-12 text-center md:py-16">
        <h2 className="max-w-xl text-display">Ready to share your skills and services?</h2>
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to="/signup" variant="ink">
            Sign Up for Free
          </ButtonLink>
          <StoreLinks />
        </div>
      </div>
    </section>
  );
}
