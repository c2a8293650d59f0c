import { useDraft } from "../editor-context";
import { unscorableChannels, type ChannelAudience } from "../model/audience";
import { usePreviewState } from "../panel/use-preview";

/** The channels of the draft, if no contact would be scored today and there is no other problem. */
export function useUnscorable(): readonly ChannelAudience[] {
  const [{ channels }] = useDraft();
  const { answer, current } = usePreviewState();
  if (!answer || !current || answer.problems.length > 0) return [];
  return unscorableChannels(answer, channels);
}
