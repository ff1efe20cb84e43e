import { assetIdOf } from '@space/contracts/assets';
import { SOCIAL_RETRY_DELAYS_SECONDS } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { createRedact } from '@space/text';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import { publicOrigin } from '@space/web';
import { findCredentials } from '../social-accounts/credentials.ts';
import { readAssetPicture } from '../social-networks/asset-picture.ts';
import { NetworkError, type Picture, type PublishReceipt } from '../social-networks/network.ts';
import { createNetworks } from '../social-networks/networks.ts';
import { fetchPicture } from '../social-networks/picture.ts';
import type { SocialContext } from '../social-networks/social-context.ts';
import type { ClaimedRecord, PublishOutcome } from './records.queries.ts';

/** The time between the publication of a post and its first measurement, in milliseconds. */
const FIRST_MEASUREMENT_DELAY_MS = 10 * MINUTE_MS;

/**
 * Makes one attempt to publish a record and returns its outcome. It holds no transaction. After the deadline it sends no
 * more requests, neither to the network nor to the servers of the pictures.
 */
export async function attemptPublish(context: SocialContext, record: ClaimedRecord, deadline: AbortSignal): Promise<PublishOutcome> {
  const { ports } = context;
  const { clock } = ports;
  const client = context.client.withDeadline(deadline);
  try {
    const { remote_id, url } = await publishRecord({ ports, client, networks: createNetworks(client, clock) }, record);
    return { status: 'published', remote_id, url, measure_at: isoTime(clock.now() + FIRST_MEASUREMENT_DELAY_MS) };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return failureOutcome(error, record, clock.now());
  }
}

async function publishRecord({ ports, client, networks }: SocialContext, record: ClaimedRecord): Promise<PublishReceipt> {
  const network = networks[record.platform];
  const account = await findCredentials(ports, record.space_id, record.account_id);
  if (!account) throw new NetworkError('disconnected', `The account ${record.handle} was disconnected.`);
  const pictures: Picture[] = [];
  const caller = { space_id: record.space_id, actor: record.by };
  for (const { url, alt_text } of record.media) {
    const asset_id = assetIdOf(url, publicOrigin(ports.config));
    pictures.push(
      await (asset_id === undefined
        ? fetchPicture(client, { url, alt_text }, network.maxPictureBytes)
        : readAssetPicture(ports, { asset_id, alt_text, caller }, network.maxPictureBytes)),
    );
  }
  const redact = createRedact(new Map([['of this account', account.secret]]));
  const request = {
    text: record.text,
    media: record.media,
    language: record.language,
    content_warning: record.content_warning,
    pictures,
    key: record.network_key,
    created_at: isoTime(record.in_doubt_since ?? ports.clock.now()),
    was_attempted: record.tried,
    in_doubt_since: record.in_doubt_since,
  };
  return network.publish(account, request).catch((error: unknown) => {
    // A server may repeat the token in its error, which is stored and shown.
    if (error instanceof NetworkError) error.message = redact(error.message);
    throw error;
  });
}

/**
 * Returns the outcome of a failed attempt. A transient error is retried, once for each delay; any other is final. A final
 * failure while the network may have the post becomes outcome_unknown, with the message of the network.
 */
function failureOutcome(error: NetworkError, { attempts, in_doubt_since }: ClaimedRecord, now: number): PublishOutcome {
  const { kind, message, isTransient, retryAfterMs } = error;
  const delay = SOCIAL_RETRY_DELAYS_SECONDS[attempts - 1];
  // A post in doubt stays in doubt: a later attempt that certainly did not arrive says nothing about the earlier one.
  const in_doubt = error.isInDoubt || in_doubt_since !== null;
  if (isTransient && delay !== undefined)
    return { status: 'publishing', error: kind, message, next: isoTime(now + Math.max(delay * SECOND_MS, retryAfterMs)), in_doubt };
  const final = { status: 'failed', in_doubt, unauthorized: kind === 'unauthorized' } as const;
  if (!in_doubt || kind === 'outcome_unknown') return { ...final, error: kind, message };
  return { ...final, error: 'outcome_unknown', message: `${message} The network may have the post all the same; look there first.` };
}
