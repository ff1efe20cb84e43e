import { type Answering, type Asked, type StandIn, serveStandIn } from './serve.ts';

/** A post that the stand-in has. */
interface Status {
  readonly id: string;
  readonly account: string;
  readonly key: string | undefined;
  readonly at: number;
  readonly content: Readonly<Record<string, unknown>>;
}

/** A Mastodon server on the loopback address. */
export interface MastodonStandIn extends StandIn {
  readonly statuses: Status[];
  readonly media: Map<string, { description: string; bytes: Buffer; type: string; looks: number }>;
  /** The token that opens the account of this name from now on, in place of an earlier one. */
  tokenOf(name: string): string;
  revoke(name: string): void;
}

const HOUR = 3_600_000;
const CHARACTERS = 500;

/**
 * Answers as Mastodon 4 does (docs.joinmastodon.org): tokens are checked, a status is validated, media must be worked on
 * before it is attached, and an Idempotency-Key is known for an hour, as `now` tells it.
 */
export async function mastodonStandIn(now: () => number): Promise<MastodonStandIn> {
  const tokens = new Map<string, string>();
  const statuses: Status[] = [];
  const media: MastodonStandIn['media'] = new Map();
  const refuse = (status: number, error: string): Answering => ({ status, json: { error } });

  const post = (account: string, { headers, body }: Asked): Answering => {
    if (!headers['content-type']?.startsWith('application/json')) return refuse(422, 'Validation failed');
    const key = headers['idempotency-key'] as string | undefined;
    const known = key && statuses.find((status) => status.key === key && status.account === account && now() - status.at < HOUR);
    if (known) return { status: 200, json: shown(known) };
    const content = JSON.parse(body.toString()) as Record<string, unknown>;
    const text = String(content.status ?? '');
    const ids = (content.media_ids ?? []) as string[];
    if (text.trim() === '' && ids.length === 0) return refuse(422, "Validation failed: Text can't be blank");
    if ([...text.replace(/https?:\/\/\S+/g, 'x'.repeat(23))].length > CHARACTERS)
      return refuse(422, `Validation failed: Text character limit of ${CHARACTERS} exceeded`);
    if (ids.length > 4) return refuse(422, 'Validation failed: Cannot attach more than 4 files');
    if (ids.some((id) => !media.has(id))) return refuse(422, 'Validation failed: Media attachments not found');
    if (ids.some((id) => media.get(id)!.looks < 2))
      return refuse(422, 'Cannot attach files that have not finished processing. Try again in a moment!');
    if (content.language !== undefined && !/^[a-z]{2,3}$/.test(String(content.language)))
      return refuse(422, 'Validation failed: Language is invalid');
    const status: Status = { id: String(113_000 + statuses.length), account, key, at: now(), content };
    statuses.push(status);
    return { status: 200, json: shown(status) };
  };

  const upload = ({ headers, body }: Asked): Answering => {
    const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1];
    if (!boundary) return refuse(422, "Validation failed: File can't be blank");
    const parts = body.toString('latin1').split(`--${boundary}`);
    const file = parts.find((part) => part.includes('name="file"'));
    const type = /content-type: (\S+)/i.exec(file ?? '')?.[1] ?? '';
    if (!file || !type.startsWith('image/')) return refuse(422, 'Validation failed: File content type is invalid');
    const description =
      parts
        .find((part) => part.includes('name="description"'))
        ?.split('\r\n\r\n')[1]
        ?.trim() ?? '';
    const id = String(7_000 + media.size);
    const bytes = Buffer.from(file.slice(file.indexOf('\r\n\r\n') + 4, -2), 'latin1');
    media.set(id, { description: Buffer.from(description, 'latin1').toString(), bytes, type, looks: 0 });
    return { status: 202, json: { id, type: 'image', url: null } };
  };

  const standIn = await serveStandIn((asked) => {
    if (asked.path === '/api/v2/instance')
      return {
        status: 200,
        json: {
          domain: 'mastodon.example',
          configuration: { statuses: { max_characters: CHARACTERS, max_media_attachments: 4, characters_reserved_per_url: 23 } },
        },
      };
    const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1];
    const account = [...tokens].find(([, mine]) => mine === token)?.[0];
    if (account === undefined) return refuse(401, 'The access token is invalid');
    const route = `${asked.method} ${asked.path}`;
    if (route === 'GET /api/v1/accounts/verify_credentials')
      return {
        status: 200,
        json: {
          id: `10${account.length}`,
          username: account,
          acct: account,
          display_name: `${account}!`,
          url: `https://mastodon.example/@${account}`,
        },
      };
    if (route === 'POST /api/v1/statuses') return post(account, asked);
    if (route === 'POST /api/v2/media') return upload(asked);
    const picture = media.get(/^\/api\/v1\/media\/(.+)$/.exec(asked.path)?.[1] ?? '');
    if (picture) {
      picture.looks += 1;
      return {
        status: picture.looks < 2 ? 206 : 200,
        json: { type: 'image', url: picture.looks < 2 ? null : 'https://mastodon.example/p.png' },
      };
    }
    const status = statuses.find(({ id }) => asked.path === `/api/v1/statuses/${id}`);
    return status ? { status: 200, json: shown(status) } : refuse(404, 'Record not found');
  });

  return Object.assign(standIn, {
    statuses,
    media,
    tokenOf(name: string) {
      const token = `token-of-${name}-${Math.random().toString(36).slice(2)}`;
      tokens.set(name, token);
      return token;
    },
    revoke: (name: string) => void tokens.delete(name),
  });
}

const shown = ({ id, account, content }: Status) => ({
  id,
  url: `https://mastodon.example/@${account}/${id}`,
  content: content.status,
  favourites_count: 3,
  reblogs_count: 2,
  replies_count: 1,
});
