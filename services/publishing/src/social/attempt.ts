import { SOCIAL_RETRY_DELAYS_SECONDS } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { type Credentials, NetworkError, type Picture } from '../social-networks/network.ts';
import type { NetworkClient } from '../social-networks/network-client.ts';
import { createNetworks, type Networks } from '../social-networks/networks.ts';
import { fetchPicture } from '../social-networks/picture.ts';
import { findSealedAccount, saveSession } from './accounts.queries.ts';
import type { ClaimedRecord, PublishOutcome } from './records.queries.ts';

/** When a post's figures are asked for first, in milliseconds after it was published. */
const FIRST_MEASUREMENT_DELAY_MS = 600_000;

/** What an attempt stands on. */
export interface SocialContext {
  readonly ports: Ports;
  readonly client: NetworkClient;
  readonly networks: Networks;
}

/** What opens an account, unsealed; undefined when it is disconnected. */
export async function findCredentials({ database, box }: Ports, space: string, account: string): Promise<Credentials | undefined> {
  const sealed = await findSealedAccount(database, space, account);
  if (!sealed) return undefined;
  const open = (text: string) => box.open(Buffer.from(text, 'base64'));
  return {
    server: sealed.server,
    remote_id: sealed.remote_id,
    handle: sealed.handle,
    secret: open(sealed.secret),
    session: sealed.session === null ? null : open(sealed.session),
    saveSession: async (session) => {
      await saveSession(database, space, account, box.seal(session));
    },
  };
}

/**
 * Hands a post to its network once, and says how that ended. Holds no transaction. After the deadline nothing is asked any
 * more, of the network or of whoever has the pictures.
 */
export async function attemptPublish(
  { ports, client }: SocialContext,
  record: ClaimedRecord,
  deadline: AbortSignal,
): Promise<PublishOutcome> {
  const { clock } = ports;
  const within = client.withDeadline(deadline);
  try {
    const { remote_id, url } = await publishRecord({ ports, client: within, networks: createNetworks(within, clock) }, record);
    return { state: 'published', remote_id, url, measure_at: isoTime(clock.now() + FIRST_MEASUREMENT_DELAY_MS) };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return failureOutcome(error, record, clock.now());
  }
}

async function publishRecord({ ports, client, networks }: SocialContext, record: ClaimedRecord) {
  const network = networks[record.platform];
  const account = await findCredentials(ports, record.space_id, record.account_id);
  if (!account) throw new NetworkError('disconnected', `The account ${record.handle} was disconnected.`);
  const pictures: Picture[] = [];
  for (const picture of record.media) pictures.push(await fetchPicture(client, picture, network.maxPictureBytes));
  return network.publish(account, {
    text: record.text,
    media: record.media,
    language: record.language,
    content_warning: record.content_warning,
    pictures,
    key: record.network_key,
    created_at: isoTime(record.in_doubt_since ?? ports.clock.now()),
    was_attempted: record.tried,
    in_doubt_since: record.in_doubt_since,
  });
}

/**
 * What passes is tried again after a while, for as many times as there are delays; everything else is final. What is final
 * while the network may have the post is told as that, with what the network said.
 */
function failureOutcome(refusal: NetworkError, { attempts, in_doubt_since }: ClaimedRecord, now: number): PublishOutcome {
  const { kind, message, isTransient, retryAfterMs } = refusal;
  const delay = SOCIAL_RETRY_DELAYS_SECONDS[attempts - 1];
  // Once in doubt, always: that a later attempt surely did not arrive says nothing of the earlier one.
  const in_doubt = refusal.isInDoubt || in_doubt_since !== null;
  if (isTransient && delay !== undefined)
    return { state: 'publishing', error: kind, message, next: isoTime(now + Math.max(delay * 1_000, retryAfterMs)), in_doubt };
  const final = { state: 'failed', in_doubt, unauthorized: kind === 'unauthorized' } as const;
  if (!in_doubt || kind === 'outcome_unknown') return { ...final, error: kind, message };
  return { ...final, error: 'outcome_unknown', message: `${message} The network may have the post all the same; look there first.` };
}
