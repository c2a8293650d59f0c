import { Tooltip } from "antd";
import type { ReactElement, ReactNode } from "react";

/** A tooltip; the product shows them at the bottom. */
export function Hint({ title, children }: { readonly title: string; readonly children: ReactElement }): ReactNode {
  return (
    <Tooltip title={title} placement="bottom" mouseEnterDelay={0.4}>
      {children}
    </Tooltip>
  );
}
