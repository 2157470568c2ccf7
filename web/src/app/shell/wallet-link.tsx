import { Wallet } from "lucide-react";
import { Link } from "react-router";
import { useSite } from "@/lib/site";

/** Link to the wallet on small screens, which have no side navigation with the balance. */
export function WalletLink() {
  const mode = useSite().data?.mode;
  if (!mode || mode === "gift") return null;
  return (
    <Link
      to="/wallet"
      aria-label="Your wallet"
      className="grid size-11 place-items-center rounded-full hover:bg-sunk md:hidden"
    >
      <Wallet aria-hidden="true" className="size-6" />
    </Link>
  );
}
