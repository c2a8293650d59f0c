import { useEffect, useState, type ReactNode } from "react";

/** Quiet before figures that change with the input are read aloud. */
const QUIET_MS = 1000;

/** Says a text politely once it has not changed for a moment. */
export function LiveStatus({ text }: { readonly text: string }): ReactNode {
  const [said, setSaid] = useState("");
  // A timer.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  );
}
