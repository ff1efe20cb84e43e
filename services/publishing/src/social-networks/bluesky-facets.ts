/** A range of a text that is a link, a mention or a hashtag; its ends count bytes of UTF-8 (app.bsky.richtext.facet). */
export interface Facet {
  readonly index: { readonly byteStart: number; readonly byteEnd: number };
  readonly features: readonly [{ readonly $type: string; readonly uri?: string; readonly did?: string; readonly tag?: string }];
}

const links = /(?<=^|[\s(])https?:\/\/[^\s<>"]+/g;
const mentions = /(?<=^|[\s(])@([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z][a-z0-9-]*[a-z0-9])/gi;
const tags = /(?<=^|\s)[#＃]((?=[^\s]*[^\s\d\p{P}])[^\s\u00ad\u2060\u200a-\u200d]+)/gu;
/** Characters of a hashtag; a longer one stays text. */
const MAX_TAG_CHARACTERS = 64;

/** Returns the links, mentions and hashtags of a text. `resolveHandle` returns the DID of a handle; an unknown handle stays text. */
export async function findFacets(text: string, resolveHandle: (handle: string) => Promise<string | undefined>): Promise<Facet[]> {
  const facets: Facet[] = [];
  const add = (start: number, written: string, feature: Facet['features'][0]) => {
    const byteStart = Buffer.byteLength(text.slice(0, start));
    facets.push({ index: { byteStart, byteEnd: byteStart + Buffer.byteLength(written) }, features: [feature] });
  };
  for (const match of text.matchAll(links)) {
    const uri = trimPunctuation(match[0]);
    if (URL.canParse(uri)) add(match.index, uri, { $type: 'app.bsky.richtext.facet#link', uri });
  }
  for (const match of text.matchAll(mentions)) {
    const did = await resolveHandle(match[1]!.toLowerCase());
    if (did !== undefined) add(match.index, match[0], { $type: 'app.bsky.richtext.facet#mention', did });
  }
  for (const match of text.matchAll(tags)) {
    const tag = match[1]!.replace(/\p{P}+$/u, '');
    if (tag !== '' && [...tag].length <= MAX_TAG_CHARACTERS)
      add(match.index, match[0].slice(0, 1 + tag.length), { $type: 'app.bsky.richtext.facet#tag', tag });
  }
  return facets.sort((one, other) => one.index.byteStart - other.index.byteStart);
}

/** Returns a URL in a sentence without the punctuation of the sentence. */
function trimPunctuation(address: string): string {
  const bare = address.replace(/[.,;:!?'"»”’]+$/u, '');
  return bare.endsWith(')') && !bare.includes('(') ? bare.slice(0, -1) : bare;
}
