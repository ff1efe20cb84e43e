import { randomUUID } from 'node:crypto';
import { type Answering, type Asked, type StandIn, serveStandIn } from './serve.ts';

/** A server of the AT Protocol on the loopback address. */
export interface BlueskyStandIn extends StandIn {
  /** Records by their address, at://did/collection/rkey. */
  readonly records: Map<string, Record<string, unknown>>;
  readonly blobs: Map<string, { type: string; size: number }>;
  /** Ends all access tokens; `alsoRefresh` ends the sessions whole. */
  expire(alsoRefresh?: boolean): void;
  changePassword(password: string): void;
}

/** The one account there. */
export const ADA = { did: 'did:plc:ada2345abcdefghijklmnop', handle: 'ada.bsky.example', password: 'abcd-efgh-ijkl-mnop' };

const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Answers as a data server does (docs.bsky.app): sessions, blobs, and records that are checked against their lexicon. */
export async function blueskyStandIn(): Promise<BlueskyStandIn> {
  let password = ADA.password;
  const access = new Set<string>();
  const refresh = new Set<string>();
  const records: BlueskyStandIn['records'] = new Map();
  const blobs: BlueskyStandIn['blobs'] = new Map();
  const refuse = (status: number, error: string, message: string): Answering => ({ status, json: { error, message } });
  const session = () => {
    const [accessJwt, refreshJwt] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    access.add(accessJwt);
    refresh.add(refreshJwt);
    return { status: 200, json: { did: ADA.did, handle: ADA.handle, accessJwt, refreshJwt } };
  };

  const create = ({ body }: Asked): Answering => {
    const { repo, collection, rkey, record } = JSON.parse(body.toString()) as Record<string, string> & { record: Record<string, unknown> };
    if (repo !== ADA.did && repo !== ADA.handle) return refuse(400, 'InvalidRequest', `Could not find repo: ${repo}`);
    if (collection !== 'app.bsky.feed.post' || record.$type !== collection)
      return refuse(400, 'InvalidRequest', `Invalid $type: expected ${collection}, got ${String(record.$type)}`);
    if (!TID.test(rkey!)) return refuse(400, 'InvalidRequest', 'Invalid record key: expected "tid"');
    const fault = faultOf(record, blobs);
    if (fault) return refuse(400, 'InvalidRequest', `Invalid app.bsky.feed.post record: ${fault}`);
    const uri = `at://${ADA.did}/${collection}/${rkey}`;
    if (records.has(uri)) return refuse(500, 'InternalServerError', 'Internal Server Error');
    records.set(uri, record);
    return { status: 200, json: { uri, cid: `bafyrei${records.size}`, validationStatus: 'valid' } };
  };

  const standIn = await serveStandIn((asked) => {
    const method = asked.path.replace('/xrpc/', '');
    const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1];
    if (method === 'com.atproto.server.createSession') {
      const given = JSON.parse(asked.body.toString()) as { identifier: string; password: string };
      const isAda = [ADA.did, ADA.handle].includes(given.identifier) && given.password === password;
      return isAda ? session() : refuse(401, 'AuthenticationRequired', 'Invalid identifier or password');
    }
    if (method === 'com.atproto.server.refreshSession')
      return token !== undefined && refresh.delete(token) ? session() : refuse(400, 'ExpiredToken', 'Token has been revoked');
    if (method === 'com.atproto.identity.resolveHandle')
      return asked.query.get('handle') === 'grace.bsky.example'
        ? { status: 200, json: { did: 'did:plc:grace' } }
        : refuse(400, 'InvalidRequest', 'Unable to resolve handle');
    if (token === undefined) return refuse(401, 'AuthMissing', 'Authentication Required');
    if (!access.has(token)) return refuse(400, 'ExpiredToken', 'Token has expired');
    switch (`${asked.method} ${method}`) {
      case 'GET app.bsky.actor.getProfile':
        return { status: 200, json: { did: ADA.did, handle: ADA.handle, displayName: 'Ada Lovelace' } };
      case 'POST com.atproto.repo.uploadBlob': {
        const type = asked.headers['content-type'] ?? '';
        if (asked.body.length > 1_000_000) return refuse(400, 'BlobTooLarge', 'Blob is too large');
        const link = `bafkrei${blobs.size}`;
        blobs.set(link, { type, size: asked.body.length });
        return { status: 200, json: { blob: { $type: 'blob', ref: { $link: link }, mimeType: type, size: asked.body.length } } };
      }
      case 'POST com.atproto.repo.createRecord':
        return create(asked);
      case 'GET com.atproto.repo.getRecord': {
        const uri = `at://${asked.query.get('repo')}/${asked.query.get('collection')}/${asked.query.get('rkey')}`;
        const value = records.get(uri);
        return value
          ? { status: 200, json: { uri, cid: 'bafyrei', value } }
          : refuse(400, 'RecordNotFound', `Could not locate record: ${uri}`);
      }
      case 'GET app.bsky.feed.getPosts':
        return {
          status: 200,
          json: {
            posts: asked.query
              .getAll('uris')
              .flatMap((uri) => (records.has(uri) ? [{ uri, likeCount: 5, repostCount: 4, replyCount: 2 }] : [])),
          },
        };
      default:
        return refuse(501, 'MethodNotImplemented', 'Method Not Implemented');
    }
  });

  return Object.assign(standIn, {
    records,
    blobs,
    expire(alsoRefresh = false) {
      access.clear();
      if (alsoRefresh) refresh.clear();
    },
    changePassword(next: string) {
      password = next;
    },
  });
}

/** What the lexicon of a post has against a record. */
function faultOf(record: Record<string, unknown>, blobs: BlueskyStandIn['blobs']): string | undefined {
  const text = record.text;
  if (typeof text !== 'string') return 'Record must have the property "text"';
  if ([...graphemes.segment(text)].length > 300) return 'Record/text must not be longer than 300 graphemes';
  const bytes = Buffer.from(text);
  if (bytes.length > 3_000) return 'Record/text must not be longer than 3000 characters';
  if (typeof record.createdAt !== 'string' || Number.isNaN(Date.parse(record.createdAt)))
    return 'Record/createdAt must be an valid atproto datetime';
  for (const facet of (record.facets ?? []) as { index: { byteStart: number; byteEnd: number }; features: { $type: string }[] }[]) {
    const { byteStart, byteEnd } = facet.index;
    if (!(byteStart >= 0 && byteStart < byteEnd && byteEnd <= bytes.length)) return 'Record/facets has an index out of the text';
    const part = bytes.subarray(byteStart, byteEnd).toString();
    if (part.includes('\ufffd')) return 'Record/facets cuts a character';
    if (!facet.features.every(({ $type }) => /^app\.bsky\.richtext\.facet#(link|mention|tag)$/.test($type)))
      return 'Record/facets has an unknown feature';
  }
  const embed = record.embed as { $type: string; images: { alt: unknown; image: { ref: { $link: string } } }[] } | undefined;
  if (embed && (embed.$type !== 'app.bsky.embed.images' || embed.images.length > 4))
    return 'Record/embed/images must not have more than 4 elements';
  if (embed?.images.some(({ alt, image }) => typeof alt !== 'string' || !blobs.has(image.ref.$link)))
    return 'Record/embed/images must refer to blobs that are there';
  return undefined;
}
