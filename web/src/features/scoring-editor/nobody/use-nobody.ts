import { useDraft } from "../editor-context";
import { nobodyOf, type ChannelAudience } from "../model/audience";
import { usePreviewState } from "../panel/use-preview";

/** The channels of the draft, if no contact would be scored today and there is no other problem. */
export function useNobody(): readonly ChannelAudience[] {
  const [{ channels }] = useDraft();
  const { answer, current } = usePreviewState();
  if (!answer || !current || answer.problems.length > 0) return [];
  return nobodyOf(answer, channels);
}
