import { useSite } from "@/lib/site";
import { InstallButton } from "./install-button";

const store =
  "inline-flex min-h-12 items-center justify-center rounded-full px-5 py-3 font-semibold leading-tight ring-[1.5px] ring-inset ring-line hover:bg-sunk";

/** Links to the community's apps in the stores; where it has none, a button to install the site. */
export function StoreLinks() {
  const { android_app, ios_app } = useSite().data ?? {};
  if (!android_app && !ios_app) return <InstallButton />;
  return (
    <>
      {android_app && (
        <a href={android_app} className={store}>
          Get it for Android
        </a>
      )}
      {ios_app && (
        <a href={ios_app} className={store}>
          Get it for iOS
        </a>
      )}
    </>
  );
}
