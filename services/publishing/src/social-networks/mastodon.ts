import { setTimeout as delay } from 'node:timers/promises';
import { MASTODON_KEY_KEPT_MS } from '@space/contracts/publishing';
import type { Clock } from '@space/database';
import { FormData } from 'undici';
import { type Credentials, type Network, NetworkError, type Picture, type PostContent, type PublishRequest } from './network.ts';
import { errorForResponse, type NetworkClient, type NetworkRequest, type NetworkResponse } from './network-client.ts';

/** Until a server says otherwise. */
const CHARACTERS = 500;
const MEDIA = 4;
/** However long an address is, it counts as this many characters. */
const CHARACTERS_OF_ADDRESS = 23;
/** A server works on a picture for as long as this at most before we try again, in milliseconds. */
const MEDIA_TIMEOUT_MS = 15_000;
const MEDIA_POLL_INTERVAL_MS = 500;

/** Mastodon, and servers that speak as it does (docs.joinmastodon.org/methods/statuses). */
export function createMastodon(client: NetworkClient, clock: Clock): Network {
  const ask = async (server: string, secret: string, path: string, question: Partial<NetworkRequest> = {}): Promise<NetworkResponse> => {
    const answer = await client.send({
      ...question,
      url: new URL(path, server).href,
      headers: { authorization: `Bearer ${secret}`, ...question.headers },
    });
    if (answer.status < 200 || answer.status >= 300) throw errorForResponse(answer, new URL(server).host, clock.now());
    return answer;
  };

  const upload = async ({ server, secret }: Credentials, { bytes, type, alt_text }: Picture): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), `picture.${type.slice('image/'.length)}`);
    if (alt_text) form.append('description', alt_text);
    const answer = await ask(server, secret, '/api/v2/media', { method: 'POST', body: form });
    const id = textOf(answer.json.id);
    if (id === undefined) throw new NetworkError('rejected', `${new URL(server).host} took a picture and did not say which.`);
    if (answer.status === 202) await waitUntilProcessed(server, secret, id);
    return id;
  };

  const waitUntilProcessed = async (server: string, secret: string, id: string): Promise<void> => {
    for (let waited = 0; waited < MEDIA_TIMEOUT_MS; waited += MEDIA_POLL_INTERVAL_MS) {
      if ((await ask(server, secret, `/api/v1/media/${encodeURIComponent(id)}`)).status === 200) return;
      await delay(MEDIA_POLL_INTERVAL_MS);
    }
    throw new NetworkError('unavailable', `${new URL(server).host} is still working on a picture.`, { passes: true });
  };

  /** The server knows a key for an hour: after that it would take the same again as something new. */
  const assertKeyRemembered = (server: string, { in_doubt_since }: PublishRequest): void => {
    if (in_doubt_since === null || clock.now() - in_doubt_since <= MASTODON_KEY_KEPT_MS) return;
    throw new NetworkError(
      'outcome_unknown',
      `Whether ${new URL(server).host} has the post is not known; look there, and if it has not, publish it as a new post.`,
    );
  };

  return {
    platform: 'mastodon',
    maxPictureBytes: 8_000_000,

    async connect({ server, secret }) {
      if (server === undefined)
        throw new NetworkError('rejected', 'The server of the account is needed, for example https://mastodon.social.');
      const { origin, host } = new URL(server);
      const { json: me } = await ask(origin, secret, '/api/v1/accounts/verify_credentials');
      const id = textOf(me.id);
      const username = textOf(me.username);
      if (id === undefined || username === undefined) throw new NetworkError('rejected', `${host} does not answer like a Mastodon server.`);
      const instance = await ask(origin, secret, '/api/v2/instance').catch(() => undefined);
      const statuses = (instance?.json.configuration as { statuses?: Record<string, unknown> } | undefined)?.statuses ?? {};
      return {
        server: origin,
        remote_id: id,
        handle: `@${username}@${textOf(instance?.json.domain) ?? host}`,
        display_name: textOf(me.display_name) || username,
        url: textOf(me.url) ?? `${origin}/@${username}`,
        max_characters: countOf(statuses.max_characters) ?? CHARACTERS,
        max_media: countOf(statuses.max_media_attachments) ?? MEDIA,
        session: null,
      };
    },

    validate(saying, { max_characters, max_media }) {
      const length = characterCount(saying);
      return [
        ...(length > max_characters
          ? [{ path: 'text', message: `has ${length} characters there; at most ${max_characters} are taken` }]
          : []),
        ...(saying.media.length > max_media
          ? [{ path: 'media', message: `has ${saying.media.length} pictures; at most ${max_media} are taken there` }]
          : []),
      ];
    },

    async publish(account, handing) {
      const { server, secret } = account;
      assertKeyRemembered(server, handing);
      const media_ids: string[] = [];
      for (const picture of handing.pictures) media_ids.push(await upload(account, picture));
      // Pictures take their time.
      assertKeyRemembered(server, handing);
      const { json } = await ask(server, secret, '/api/v1/statuses', {
        method: 'POST',
        hasSideEffect: true,
        headers: { 'content-type': 'application/json', 'idempotency-key': handing.key },
        body: JSON.stringify(statusOf(handing, media_ids)),
      });
      const id = textOf(json.id);
      if (id === undefined)
        throw new NetworkError('unavailable', `${new URL(server).host} did not say what became of the post.`, {
          passes: true,
          inDoubt: true,
        });
      return { remote_id: id, url: webAddress(json.url) };
    },

    async measure({ server, secret }, remoteId) {
      const answer = await client.send({
        url: new URL(`/api/v1/statuses/${encodeURIComponent(remoteId)}`, server).href,
        headers: { authorization: `Bearer ${secret}` },
      });
      if (answer.status === 404 || answer.status === 410) return null;
      if (answer.status !== 200) throw errorForResponse(answer, new URL(server).host, clock.now());
      const { favourites_count, reblogs_count, replies_count } = answer.json;
      return { likes: countOf(favourites_count) ?? 0, reposts: countOf(reblogs_count) ?? 0, replies: countOf(replies_count) ?? 0 };
    },
  };
}

const statusOf = ({ text, language, content_warning }: PublishRequest, media_ids: readonly string[]) => ({
  status: text,
  visibility: 'public',
  ...(media_ids.length > 0 ? { media_ids } : {}),
  ...(content_warning === null ? {} : { spoiler_text: content_warning, sensitive: true }),
  ...(language === null ? {} : { language: language.split('-')[0] }),
});

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The length of a saying as Mastodon counts it: addresses count the same, and of a mention only what stands before its server. */
function characterCount({ text, content_warning }: PostContent): number {
  const counted = text.replace(/https?:\/\/\S+/g, 'x'.repeat(CHARACTERS_OF_ADDRESS)).replace(/(@\w+)@[\w.-]+\w/g, '$1');
  return [...graphemes.segment(counted + (content_warning ?? ''))].length;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 500) : undefined);
const countOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Math.min(Number(value), 2_000_000_000) : undefined;
const webAddress = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//.test(value) && value.length <= 2_048 ? value : null;
