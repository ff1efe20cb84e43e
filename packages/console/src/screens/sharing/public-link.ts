/** A public link to a thing, as lists of them show it. */
export interface PublicLink {
  readonly id: string;
  readonly name: string | null;
  readonly url: string;
  readonly has_password: boolean;
  readonly expires_at: string | null;
  readonly opened_count: number;
}

/** The fields of a new link that every kind has. */
export interface NewLink {
  readonly name?: string;
  readonly password?: string;
  readonly expires_at?: string;
}

/** A page of links. */
interface LinkPage<Link> {
  readonly data: readonly Link[];
  readonly next_cursor: string | null;
}

/** The most links of a thing. */
const MAX_LINKS = 200;

const PAGE_SIZE = 100;

/** Returns all links of a thing, page by page. */
export async function readAllLinks<Link>(
  readPage: (page: { readonly limit: number; readonly cursor?: string }) => Promise<LinkPage<Link>>,
): Promise<readonly Link[]> {
  const links: Link[] = [];
  let cursor: string | null = '';
  while (cursor !== null && links.length < MAX_LINKS) {
    const page: LinkPage<Link> = await readPage({ limit: PAGE_SIZE, ...(cursor !== '' && { cursor }) });
    links.push(...page.data);
    cursor = page.next_cursor;
  }
  return links;
}

/** Returns the state of a link: one with an expiry in the past does not open. */
export const linkState = ({ expires_at }: Pick<PublicLink, 'expires_at'>, now: number): 'active' | 'expired' =>
  expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active';
