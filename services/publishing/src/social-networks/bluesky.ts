import type { Clock } from '@space/database';
import { facetsOf } from './bluesky-facets.ts';
import { type BlueskySession, createBlueskySessions } from './bluesky-session.ts';
import { type Credentials, type Network, NetworkError, type Picture, type PostContent, type PublishRequest } from './network.ts';
import { errorForResponse, type NetworkClient } from './network-client.ts';

/** What a post may be (app.bsky.feed.post): 300 letters as people see them, and 3,000 bytes. */
const GRAPHEMES = 300;
const BYTES = 3_000;
const MEDIA = 4;
const COLLECTION = 'app.bsky.feed.post';

/** Bluesky, by the AT Protocol (docs.bsky.app/docs/api). */
export function createBluesky(client: NetworkClient, clock: Clock): Network {
  const sessions = createBlueskySessions(client, clock);

  const resolver = (session: BlueskySession) => async (handle: string) => {
    const { status, json } = await session.send(`com.atproto.identity.resolveHandle?handle=${encodeURIComponent(handle)}`);
    return status === 200 && typeof json.did === 'string' ? json.did : undefined;
  };

  const upload = async (session: BlueskySession, { bytes, type, alt_text }: Picture) => {
    const answer = await session.send('com.atproto.repo.uploadBlob', { method: 'POST', headers: { 'content-type': type }, body: bytes });
    if (answer.status !== 200) throw errorForResponse(answer, session.host, clock.now());
    return { alt: alt_text, image: answer.json.blob };
  };

  /** Whether the record is there: what was handed over before may have arrived. */
  const isThere = async (session: BlueskySession, did: string, rkey: string): Promise<boolean> => {
    const answer = await session.send(`com.atproto.repo.getRecord?${new URLSearchParams({ repo: did, collection: COLLECTION, rkey })}`);
    if (answer.status === 200) return true;
    if (answer.status === 404 || (answer.status === 400 && isMissing(answer.json))) return false;
    throw errorForResponse(answer, session.host, clock.now());
  };

  return {
    platform: 'bluesky',
    maxPictureBytes: 1_000_000,

    async connect({ server = 'https://bsky.social', identifier, secret }) {
      if (identifier === undefined) throw new NetworkError('rejected', 'The handle of the account is needed, for example ada.bsky.social.');
      const { origin, host } = new URL(server);
      const { did, handle, session } = await sessions.open(origin, identifier.replace(/^@/, ''), secret);
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
        max_characters: GRAPHEMES,
        max_media: MEDIA,
        session,
      };
    },

    validate(saying, { max_characters, max_media }) {
      const text = textWithWarning(saying);
      const length = [...graphemes.segment(text)].length;
      const bytes = Buffer.byteLength(text);
      return [
        ...(length > max_characters
          ? [{ path: 'text', message: `has ${length} characters there; at most ${max_characters} are taken` }]
          : []),
        ...(length <= max_characters && bytes > BYTES
          ? [{ path: 'text', message: `has ${bytes} bytes there; at most ${BYTES} are taken` }]
          : []),
        ...(saying.media.length > max_media
          ? [{ path: 'media', message: `has ${saying.media.length} pictures; at most ${max_media} are taken there` }]
          : []),
      ];
    },

    async publish(account, handing) {
      const session = sessions.of(account);
      const { remote_id: did } = account;
      const taken = {
        remote_id: `at://${did}/${COLLECTION}/${handing.key}`,
        url: `https://bsky.app/profile/${account.handle.slice(1)}/post/${handing.key}`,
      };
      if (handing.was_attempted && (await isThere(session, did, handing.key))) return taken;
      const images = [];
      for (const picture of handing.pictures) images.push(await upload(session, picture));
      const record = await recordOf(handing, images, resolver(session));
      const answer = await session.send('com.atproto.repo.createRecord', {
        method: 'POST',
        hasSideEffect: true,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ repo: did, collection: COLLECTION, rkey: handing.key, record }),
      });
      if (answer.status === 200) return taken;
      // A record under this key that is there already is this one: nobody else knows the key.
      if (answer.status !== 401 && answer.status !== 429 && (await isThere(session, did, handing.key).catch(() => false))) return taken;
      throw errorForResponse(answer, session.host, clock.now());
    },

    async measure(account: Credentials, remoteId) {
      const session = sessions.of(account);
      const answer = await session.send(`app.bsky.feed.getPosts?uris=${encodeURIComponent(remoteId)}`);
      if (answer.status !== 200) throw errorForResponse(answer, session.host, clock.now());
      const [post] = Array.isArray(answer.json.posts) ? (answer.json.posts as Record<string, unknown>[]) : [];
      return post ? { likes: countOf(post.likeCount), reposts: countOf(post.repostCount), replies: countOf(post.replyCount) } : null;
    },
  };
}

async function recordOf(handing: PublishRequest, images: readonly unknown[], resolve: (handle: string) => Promise<string | undefined>) {
  const text = textWithWarning(handing);
  const facets = await facetsOf(text, resolve);
  return {
    $type: COLLECTION,
    text,
    createdAt: handing.created_at,
    ...(handing.language === null ? {} : { langs: [handing.language] }),
    ...(facets.length > 0 ? { facets } : {}),
    ...(images.length > 0 ? { embed: { $type: 'app.bsky.embed.images', images } } : {}),
  };
}

/** The text with its warning, which has no place of its own there. */
const textWithWarning = ({ text, content_warning }: PostContent): string =>
  content_warning === null ? text : `⚠️ ${content_warning}\n\n${text}`;

const isMissing = ({ error, message }: Readonly<Record<string, unknown>>): boolean =>
  error === 'RecordNotFound' || (typeof message === 'string' && /could not locate record/i.test(message));

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const countOf = (value: unknown): number =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Math.min(Number(value), 2_000_000_000) : 0;
