import { setTimeout as delay } from 'node:timers/promises';
import { MASTODON_KEY_TTL_MS, socialLength } from '@space/contracts/publishing';
import type { Clock } from '@space/database';
import { FormData } from 'undici';
import { readCount } from './fields.ts';
import { type Credentials, type Network, NetworkError, type Picture, type PublishRequest } from './network.ts';
import type { NetworkClient, NetworkRequest, NetworkResponse } from './network-client.ts';
import { errorForResponse } from './network-errors.ts';

/** The limits of a server that does not state its own. */
const DEFAULT_MAX_CHARACTERS = 500;
const DEFAULT_MAX_MEDIA = 4;
/** The time that a server may take to process a picture, and the interval at which it is polled, in milliseconds. */
const MEDIA_TIMEOUT_MS = 15_000;
const MEDIA_POLL_INTERVAL_MS = 500;

/** Returns Mastodon and servers with the same API (docs.joinmastodon.org/methods/statuses). */
export function createMastodon(client: NetworkClient, clock: Clock): Network {
  /** Sends a request to a server and returns a successful response; throws NetworkError for any other. */
  async function send(server: string, secret: string, path: string, request: Partial<NetworkRequest> = {}): Promise<NetworkResponse> {
    const response = await client.send({
      ...request,
      url: new URL(path, server).href,
      headers: { authorization: `Bearer ${secret}`, ...request.headers },
    });
    if (response.status < 200 || response.status >= 300) throw errorForResponse(response, new URL(server).host, clock.now());
    return response;
  }

  async function upload({ server, secret }: Credentials, { bytes, type, alt_text }: Picture): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), `picture.${type.slice('image/'.length)}`);
    if (alt_text) form.append('description', alt_text);
    const response = await send(server, secret, '/api/v2/media', { method: 'POST', body: form });
    const id = readText(response.json.id);
    if (id === undefined) throw new NetworkError('rejected', `${new URL(server).host} accepted a picture without returning its id.`);
    if (response.status === 202) await waitUntilProcessed(server, secret, id);
    return id;
  }

  async function waitUntilProcessed(server: string, secret: string, id: string): Promise<void> {
    for (let waited = 0; waited < MEDIA_TIMEOUT_MS; waited += MEDIA_POLL_INTERVAL_MS) {
      if ((await send(server, secret, `/api/v1/media/${encodeURIComponent(id)}`)).status === 200) return;
      await delay(MEDIA_POLL_INTERVAL_MS);
    }
    throw new NetworkError('unavailable', `${new URL(server).host} is still processing a picture.`, { isTransient: true });
  }

  /** Throws outcome_unknown when the server may have forgotten the key, and so would publish the post a second time. */
  function assertKeyRemembered(server: string, { in_doubt_since }: PublishRequest): void {
    if (in_doubt_since === null || clock.now() - in_doubt_since <= MASTODON_KEY_TTL_MS) return;
    throw new NetworkError(
      'outcome_unknown',
      `It is not known whether ${new URL(server).host} has the post; look there, and publish a new post if it does not.`,
    );
  }

  return {
    platform: 'mastodon',
    maxPictureBytes: 8_000_000,

    async connect({ server, secret }) {
      if (server === undefined)
        throw new NetworkError('rejected', 'The server of the account is required, for example https://mastodon.social.');
      const { origin, host } = new URL(server);
      const { json: account } = await send(origin, secret, '/api/v1/accounts/verify_credentials');
      const id = readText(account.id);
      const username = readText(account.username);
      if (id === undefined || username === undefined) throw new NetworkError('rejected', `${host} does not answer like a Mastodon server.`);
      const instance = await send(origin, secret, '/api/v2/instance').catch(() => undefined);
      const statuses = (instance?.json.configuration as { statuses?: Record<string, unknown> } | undefined)?.statuses ?? {};
      return {
        server: origin,
        remote_id: id,
        handle: `@${username}@${readText(instance?.json.domain) ?? host}`,
        display_name: readText(account.display_name) || username,
        url: readText(account.url) ?? `${origin}/@${username}`,
        max_characters: readCount(statuses.max_characters) ?? DEFAULT_MAX_CHARACTERS,
        max_media: readCount(statuses.max_media_attachments) ?? DEFAULT_MAX_MEDIA,
        session: null,
      };
    },

    validate(content, { max_characters, max_media }) {
      const length = socialLength('mastodon', content);
      return [
        ...(length > max_characters ? [{ path: 'text', message: `has ${length} characters; at most ${max_characters} are allowed` }] : []),
        ...(content.media.length > max_media
          ? [{ path: 'media', message: `has ${content.media.length} pictures; at most ${max_media} are allowed` }]
          : []),
      ];
    },

    async check({ server, secret, remote_id }) {
      const { json: account } = await send(server, secret, '/api/v1/accounts/verify_credentials');
      if (readText(account.id) !== remote_id)
        throw new NetworkError('rejected', `${new URL(server).host} says that the token belongs to another account.`);
    },

    async publish(account, request) {
      const { server, secret } = account;
      assertKeyRemembered(server, request);
      const media_ids: string[] = [];
      for (const picture of request.pictures) media_ids.push(await upload(account, picture));
      // The uploads may have taken minutes.
      assertKeyRemembered(server, request);
      const { json } = await send(server, secret, '/api/v1/statuses', {
        method: 'POST',
        hasSideEffect: true,
        headers: { 'content-type': 'application/json', 'idempotency-key': request.key },
        body: JSON.stringify(toStatus(request, media_ids)),
      });
      const id = readText(json.id);
      if (id === undefined)
        throw new NetworkError('unavailable', `${new URL(server).host} did not return the id of the post.`, {
          isTransient: true,
          isInDoubt: true,
        });
      return { remote_id: id, url: readWebAddress(json.url) };
    },

    async measure({ server, secret }, remoteId) {
      const response = await client.send({
        url: new URL(`/api/v1/statuses/${encodeURIComponent(remoteId)}`, server).href,
        headers: { authorization: `Bearer ${secret}` },
      });
      if (response.status === 404 || response.status === 410) return null;
      if (response.status !== 200) throw errorForResponse(response, new URL(server).host, clock.now());
      const { favourites_count, reblogs_count, replies_count } = response.json;
      return { likes: readCount(favourites_count) ?? 0, reposts: readCount(reblogs_count) ?? 0, replies: readCount(replies_count) ?? 0 };
    },
  };
}

const toStatus = ({ text, language, content_warning }: PublishRequest, media_ids: readonly string[]) => ({
  status: text,
  visibility: 'public',
  ...(media_ids.length > 0 ? { media_ids } : {}),
  ...(content_warning === null ? {} : { spoiler_text: content_warning, sensitive: true }),
  ...(language === null ? {} : { language: language.split('-')[0] }),
});

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 500) : undefined);
const readWebAddress = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//.test(value) && value.length <= 2_048 ? value : null;
