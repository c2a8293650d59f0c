import type { ReactNode } from "react";
import type { Submission } from "../../ui/use-submission";
import { Button } from "../../ui/Button";
import { connectionMessages, liveMessages } from "./messages";
import type { Act } from "./use-acting";

interface HeaderActsProps {
  readonly paused: boolean;
  readonly acting: Submission<Act>;
  readonly pause: Act;
  readonly resume: Act;
  readonly onRemove: () => void;
  /** The act of a connection that is not paused. */
  readonly children: ReactNode;
}

/** The buttons of a page that sends by itself: its own act, a pause or its end, and removal. */
export function HeaderActs({ paused, acting, pause, resume, onRemove, children }: HeaderActsProps): ReactNode {
  return (
    <>
      {!paused && children}
      <Button
        label={paused ? liveMessages.resume : liveMessages.pause}
        type={paused ? "primary" : "default"}
        onClick={() => void acting.submit(paused ? resume : pause)}
      />
      <Button label={connectionMessages.remove} onClick={onRemove} />
    </>
  );
}
