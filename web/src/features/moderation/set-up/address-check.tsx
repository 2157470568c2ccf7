import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Schemas } from "@/lib/api";

interface AddressCheckProps {
  state: Schemas["SetUpState"];
  /** Origin at which the admin has opened the site. */
  opened: string;
}

/** Compares the address in the browser with the one that emails and invitations use. */
export function AddressCheck({ state: { public_url, local_only }, opened }: AddressCheckProps) {
  const isSame = opened === originOf(public_url);
  const isSafe = public_url.startsWith("https://");
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Links in emails and on invitation cards begin with the address in the server's settings. It
        has to be the one at which your neighbours open the site.
      </p>
      <dl className="grid gap-3">
        <Address label="In the server's settings">{public_url}</Address>
        <Address label="In your browser now">{opened}</Address>
      </dl>
      {local_only ? (
        <Verdict>
          <p>Only people at this machine can open your site.</p>
          <p>
            To let neighbours in, give the server a public name with https: the README says how
            under "Go public". Then set <Setting>public_url</Setting> in the section{" "}
            <Setting>[site]</Setting> of sparkyard.toml to that address, and restart the server.
          </p>
        </Verdict>
      ) : !isSame ? (
        <Verdict>
          <p>The two addresses differ.</p>
          <p>
            If neighbours should use {opened}, set <Setting>{`public_url = "${opened}"`}</Setting>{" "}
            in the section <Setting>[site]</Setting> of sparkyard.toml and restart the server.
            Otherwise see whether your site opens at{" "}
            <a href={public_url} className="font-semibold underline wrap-anywhere">
              {public_url}
            </a>
            .
          </p>
        </Verdict>
      ) : !isSafe ? (
        <Verdict>
          <p>The addresses agree, but passwords can be read on the way.</p>
          <p>
            Put a proxy with https in front of the server: the README says how under "Go public".
            Then change <Setting>public_url</Setting> to the address that begins with https, and
            restart the server.
          </p>
        </Verdict>
      ) : (
        <div className="flex gap-2.5 rounded-s bg-leaf-soft px-4 py-3 font-medium text-leaf">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <p>They agree, and the connection is encrypted.</p>
        </div>
      )}
    </div>
  );
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function Address({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

function Setting({ children }: { children: string }) {
  return <code className="bg-sunk px-1 wrap-anywhere text-ink">{children}</code>;
}

function Verdict({ children }: { children: ReactNode }) {
  return (
    <div className="flex gap-2.5 rounded-s bg-danger-soft px-4 py-3 font-medium text-danger">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 gap-2">{children}</div>
    </div>
  );
}
