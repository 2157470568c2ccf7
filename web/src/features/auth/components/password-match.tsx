import { CircleAlert, CircleCheck } from "lucide-react";

/** Shows during typing whether the two passwords match. */
export function PasswordMatch({ password, confirm }: { password: string; confirm: string }) {
  const same = password === confirm;
  const Icon = same ? CircleCheck : CircleAlert;
  return (
    <p role="status" className={`text-small font-medium ${same ? "text-leaf" : "text-danger"}`}>
      {confirm !== "" && (
        <>
          <Icon aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
          {same ? "Passwords match." : "Passwords do not match."}
        </>
      )}
    </p>
  );
}
