import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { isOn } from "../../../flags/flags";
import { paths } from "../../../lib/paths";
import { Tabs } from "../../../ui/Tabs";
import { TABS, tabOf, type Segment } from "../report/tabs";
import { tabMessages } from "../report/messages";
import { useFrame } from "../report/use-report";

/** The pages of the report. */
export function ReportTabs(): ReactNode {
  const open = tabOf(useLocation().pathname);
  const { scoring, channel, view } = useFrame();
  const tabs = TABS.filter(({ channels, flag }) => channel && channels.includes(channel) && (!flag || isOn(flag)));
  const to = (segment: Segment): string => paths.report(scoring.id, view, segment);
  return (
    <Tabs
      long
      label={tabMessages.tabs}
      tabs={tabs.map(({ segment, message }) => ({ to: to(segment), name: message }))}
      open={open && to(open.segment)}
    />
  );
}
