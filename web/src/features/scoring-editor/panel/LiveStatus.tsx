import { useEffect, useState, type ReactNode } from "react";

/** The pause before changing figures are announced. */
const QUIET_MS = 1000;

/** Announces a text politely once it has not changed for a moment. */
export function LiveStatus({ text }: { readonly text: string }): ReactNode {
  const [status, setStatus] = useState("");
  // A timer.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    const timer = setTimeout(() => setStatus(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p role="status" className="visually-hidden">
      {status}
    </p>
  );
}
