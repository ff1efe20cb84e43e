import { blueskyText, socialLength } from '@space/contracts/publishing';
import type { Clock } from '@space/database';
import { findFacets } from './bluesky-facets.ts';
import { type BlueskySession, createBlueskySessions } from './bluesky-session.ts';
import { readCount } from './fields.ts';
import { type Credentials, type Network, NetworkError, type Picture, type PublishRequest } from './network.ts';
import type { NetworkClient } from './network-client.ts';
import { errorForResponse } from './network-errors.ts';

/** The limits of a post (app.bsky.feed.post): graphemes, bytes of UTF-8, and pictures. */
const MAX_GRAPHEMES = 300;
const MAX_BYTES = 3_000;
const MAX_MEDIA = 4;
const COLLECTION = 'app.bsky.feed.post';

/** Returns Bluesky, by the AT Protocol (docs.bsky.app/docs/api). */
export function createBluesky(client: NetworkClient, clock: Clock): Network {
  const sessions = createBlueskySessions(client, clock);

  const handleResolver = (session: BlueskySession) => async (handle: string) => {
    const { status, json } = await session.send(`com.atproto.identity.resolveHandle?handle=${encodeURIComponent(handle)}`);
    return status === 200 && typeof json.did === 'string' ? json.did : undefined;
  };

  async function upload(session: BlueskySession, { bytes, type, alt_text }: Picture) {
    const response = await session.send('com.atproto.repo.uploadBlob', { method: 'POST', headers: { 'content-type': type }, body: bytes });
    if (response.status !== 200) throw errorForResponse(response, session.host, clock.now());
    return { alt: alt_text, image: response.json.blob };
  }

  /** Returns true when the record exists: an earlier attempt may have succeeded. */
  async function recordExists(session: BlueskySession, did: string, rkey: string): Promise<boolean> {
    const response = await session.send(`com.atproto.repo.getRecord?${new URLSearchParams({ repo: did, collection: COLLECTION, rkey })}`);
    if (response.status === 200) return true;
    if (response.status === 404 || (response.status === 400 && isRecordMissing(response.json))) return false;
    throw errorForResponse(response, session.host, clock.now());
  }

  return {
    platform: 'bluesky',
    maxPictureBytes: 1_000_000,

    async connect({ server = 'https://bsky.social', identifier, secret }) {
      if (identifier === undefined)
        throw new NetworkError('rejected', 'The handle of the account is required, for example ada.bsky.social.');
      const { origin, host } = new URL(server);
      const { did, handle, session } = await sessions.create(origin, identifier.replace(/^@/, ''), secret);
      const profile = await sessions
        .of({ server: origin, remote_id: did, handle: `@${handle}`, secret, session, saveSession: async () => {} })
        .send(`app.bsky.actor.getProfile?actor=${encodeURIComponent(did)}`)
        .catch(() => undefined);
      const name = profile?.status === 200 && typeof profile.json.displayName === 'string' ? profile.json.displayName : '';
      if (!did.startsWith('did:')) throw new NetworkError('rejected', `${host} does not answer like a server of the AT Protocol.`);
      return {
        server: origin,
        remote_id: did,
        handle: `@${handle}`,
        display_name: name.slice(0, 200) || handle,
        url: `https://bsky.app/profile/${handle}`,
        max_characters: MAX_GRAPHEMES,
        max_media: MAX_MEDIA,
        session,
      };
    },

    validate(content, { max_characters, max_media }) {
      const text = blueskyText(content);
      const length = socialLength('bluesky', content);
      const bytes = Buffer.byteLength(text);
      return [
        ...(length > max_characters ? [{ path: 'text', message: `has ${length} characters; at most ${max_characters} are allowed` }] : []),
        ...(length <= max_characters && bytes > MAX_BYTES
          ? [{ path: 'text', message: `has ${bytes} bytes; at most ${MAX_BYTES} are allowed` }]
          : []),
        ...(content.media.length > max_media
          ? [{ path: 'media', message: `has ${content.media.length} pictures; at most ${max_media} are allowed` }]
          : []),
      ];
    },

    // A session that has expired is renewed first, as before any other request.
    async check(account) {
      const session = sessions.of(account);
      const response = await session.send('com.atproto.server.getSession');
      if (response.status !== 200) throw errorForResponse(response, session.host, clock.now());
      const { did, active, status } = response.json;
      if (active === false) throw new NetworkError('unauthorized', `The account is ${String(status ?? 'disabled')}.`, { status: 403 });
      if (did !== account.remote_id)
        throw new NetworkError('rejected', `${session.host} says that the session belongs to another account.`);
    },

    async publish(account, request) {
      const session = sessions.of(account);
      const { remote_id: did } = account;
      const receipt = {
        remote_id: `at://${did}/${COLLECTION}/${request.key}`,
        url: `https://bsky.app/profile/${account.handle.slice(1)}/post/${request.key}`,
      };
      if (request.was_attempted && (await recordExists(session, did, request.key))) return receipt;
      const images = [];
      for (const picture of request.pictures) images.push(await upload(session, picture));
      const record = await toRecord(request, images, handleResolver(session));
      const response = await session.send('com.atproto.repo.createRecord', {
        method: 'POST',
        hasSideEffect: true,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ repo: did, collection: COLLECTION, rkey: request.key, record }),
      });
      if (response.status === 200) return receipt;
      // An existing record with this key is this post: no other client knows the key.
      const mayExist = response.status !== 401 && response.status !== 429;
      if (mayExist && (await recordExists(session, did, request.key).catch(() => false))) return receipt;
      throw errorForResponse(response, session.host, clock.now());
    },

    async measure(account: Credentials, remoteId) {
      const session = sessions.of(account);
      const response = await session.send(`app.bsky.feed.getPosts?uris=${encodeURIComponent(remoteId)}`);
      if (response.status !== 200) throw errorForResponse(response, session.host, clock.now());
      const [post] = Array.isArray(response.json.posts) ? (response.json.posts as Record<string, unknown>[]) : [];
      if (!post) return null;
      return { likes: readCount(post.likeCount) ?? 0, reposts: readCount(post.repostCount) ?? 0, replies: readCount(post.replyCount) ?? 0 };
    },
  };
}

async function toRecord(
  request: PublishRequest,
  images: readonly unknown[],
  resolveHandle: (handle: string) => Promise<string | undefined>,
) {
  const text = blueskyText(request);
  const facets = await findFacets(text, resolveHandle);
  return {
    $type: COLLECTION,
    text,
    createdAt: request.created_at,
    ...(request.language === null ? {} : { langs: [request.language] }),
    ...(facets.length > 0 ? { facets } : {}),
    ...(images.length > 0 ? { embed: { $type: 'app.bsky.embed.images', images } } : {}),
  };
}

const isRecordMissing = ({ error, message }: Readonly<Record<string, unknown>>): boolean =>
  error === 'RecordNotFound' || (typeof message === 'string' && /could not locate record/i.test(message));
