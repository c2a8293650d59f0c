import { clientOf, type Api } from "../../../api/api";
import { SendingService } from "../../../api/services";
import type { MessageChannel } from "../../../lib/channel";

/** Counts a channel's messages of each type from a day on, YYYY-MM-DD, in the order of the types. */
export async function countSent(
  api: Api,
  channel: MessageChannel,
  types: readonly string[],
  start: string,
): Promise<readonly number[]> {
  const answers = await Promise.all(
    types.map((category) => clientOf(api, SendingService).listSendings({ scoringType: channel, category, start })),
  );
  return answers.map(({ total }) => total?.sent ?? 0);
}
