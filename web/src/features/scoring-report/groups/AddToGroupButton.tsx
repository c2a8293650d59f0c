import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useLocation } from "react-router";
import { Button } from "../../../ui/Button";
import { lazyPart } from "../../../ui/lazy-part";
import { useFrame } from "../report/use-report";
import { useSelection } from "../report/selection";
import { tabOf } from "../report/tabs";
import type { Selected } from "./targets";
import { openMessages as messages } from "../report/messages";

const AddToGroupDialog = lazyPart(async () => (await import("./AddToGroupDialog")).AddToGroupDialog);

interface AddToGroupButtonProps {
  readonly selected: Selected;
  readonly type?: "primary" | "default" | "link";
  readonly size?: "small" | "middle";
  /** Replaces "Create a group". */
  readonly children?: ReactNode;
}

/** Opens the dialog that adds contacts of the shown result to a group. */
export function AddToGroupButton({
  selected,
  type = "default",
  size = "middle",
  children,
}: AddToGroupButtonProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type={type} size={size} onClick={() => setOpen(true)}>
        {children ?? <FormattedMessage {...messages.open} />}
      </Button>
      {open && <AddToGroupDialog selected={selected} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The same with the rows selected in the open tab; with none, the band of the highest scores, or no reason. */
export function AddTickedToGroup(): ReactNode {
  const { view } = useFrame();
  const { bands, reasons } = useSelection();
  const { pathname } = useLocation();
  // Visitors that are not contacts cannot join a group.
  if (view.userFilter === "unknown") return null;
  const selected: Selected =
    tabOf(pathname)?.segment === "exclusions"
      ? { kind: "reasons", reasons }
      : { kind: "bands", bands: bands.length > 0 ? bands : ["veryHigh"] };
  return <AddToGroupButton type="primary" selected={selected} />;
}
