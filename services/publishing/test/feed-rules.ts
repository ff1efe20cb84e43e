import { z } from 'zod';
import type { Element } from './xml-of.ts';

/** What stands where: how often, what its text is, its attributes, and what is in it. Whatever no rule names is a fault. */
interface Rule {
  readonly times: readonly [least: number, most: number];
  readonly text?: (text: string) => boolean;
  /** Attributes that it may have; those that it must have begin with `!`. */
  readonly attributes?: Readonly<Record<string, (value: string) => boolean>>;
  readonly children?: Rules;
}
type Rules = Readonly<Record<string, Rule>>;

const ONCE = [1, 1] as const;
const MAYBE = [0, 1] as const;
const ANY = [0, Number.POSITIVE_INFINITY] as const;

const isAddress = (text: string): boolean => /^https?:\/\/[^\s<>"]+$/.test(text) && URL.canParse(text);
const isSaid = (text: string): boolean => text.trim() !== '';
const isAnything = (): boolean => true;
const isType = (text: string): boolean => /^[a-z]+\/[a-z0-9.+-]+$/.test(text);
const isLanguage = (text: string): boolean => /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/.test(text);
const isOneOf =
  (...words: readonly string[]) =>
  (text: string): boolean =>
    words.includes(text);
/** RFC 822 with a year of four digits; the day of the week is the one that it was. */
const isRfc822 = (text: string): boolean =>
  /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/.test(text) && new Date(text).toUTCString().replace('GMT', '+0000') === text;
const isRfc3339 = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));

function faultsOf({ name, attributes, children, text }: Element, rule: Rule, path: string): string[] {
  const at = `${path}/${name.replace(/^\{.*\}/, '')}`;
  const rules = rule.children ?? {};
  const known = new Map(Object.entries(rule.attributes ?? {}).map(([key, check]) => [key.replace('!', ''), check]));
  return [
    ...(rule.text ? (rule.text(text) ? [] : [`${at} says ${JSON.stringify(text)}`]) : text.trim() === '' ? [] : [`${at} has text`]),
    ...Object.keys(rule.attributes ?? {}).flatMap((key) =>
      key.startsWith('!') && attributes[key.slice(1)] === undefined ? [`${at} has no ${key.slice(1)}`] : [],
    ),
    ...Object.entries(attributes).flatMap(([key, value]) =>
      key.startsWith('xmlns') || known.get(key)?.(value) ? [] : [`${at} has ${key}="${value}"`],
    ),
    ...Object.entries(rules).flatMap(
      ([
        child,
        {
          times: [least, most],
        },
      ]) => {
        const count = children.filter((one) => one.name === child).length;
        return count < least || count > most ? [`${at} has ${count} of ${child}`] : [];
      },
    ),
    ...children.flatMap((child) => {
      const its = rules[child.name];
      return its ? faultsOf(child, its, at) : [`${at} has ${child.name}, which no rule names`];
    }),
  ];
}

const textsOf = (root: Element, name: string): string[] => [
  ...(root.name === name ? [root.text] : []),
  ...root.children.flatMap((child) => textsOf(child, name)),
];
const repeated = (ids: readonly string[]): string[] => (new Set(ids).size === ids.length ? [] : ['an id stands twice']);

const ATOM = '{http://www.w3.org/2005/Atom}';
const atomLink: Rule = {
  times: ANY,
  attributes: { '!href': isAddress, rel: isOneOf('self', 'alternate'), type: isType, hreflang: isLanguage, title: isAnything },
};

const rssItem: Rules = {
  '{}title': { times: MAYBE, text: isSaid },
  '{}link': { times: MAYBE, text: isAddress },
  '{}guid': { times: MAYBE, text: isAddress, attributes: { isPermaLink: isOneOf('true') } },
  '{}pubDate': { times: MAYBE, text: isRfc822 },
  '{}description': { times: MAYBE, text: isAnything },
  '{http://purl.org/dc/elements/1.1/}creator': { times: MAYBE, text: isSaid },
  '{http://purl.org/rss/1.0/modules/content/}encoded': { times: MAYBE, text: isAnything },
  '{http://search.yahoo.com/mrss/}content': {
    times: MAYBE,
    attributes: { '!url': isAddress, medium: isOneOf('image'), type: isType },
  },
};
const rss: Rule = {
  times: ONCE,
  attributes: { '!version': isOneOf('2.0') },
  children: {
    '{}channel': {
      times: ONCE,
      children: {
        '{}title': { times: ONCE, text: isSaid },
        '{}link': { times: ONCE, text: isAddress },
        '{}description': { times: ONCE, text: isSaid },
        '{}language': { times: MAYBE, text: isLanguage },
        '{}lastBuildDate': { times: MAYBE, text: isRfc822 },
        '{}generator': { times: MAYBE, text: isSaid },
        [`${ATOM}link`]: atomLink,
        '{}item': { times: ANY, children: rssItem },
      },
    },
  },
};

/** What is wrong with a feed in RSS, by RSS 2.0 and the best practices of its advisory board. */
export function rssFaults(root: Element): string[] {
  const items = root.children.flatMap(({ children }) => children.filter(({ name }) => name === '{}item'));
  return [
    ...(root.name === '{}rss' ? faultsOf(root, rss, '') : [`the document is a ${root.name}`]),
    ...items.flatMap(({ children }, n) =>
      children.some(({ name }) => name === '{}title' || name === '{}description') ? [] : [`item ${n} has neither title nor description`],
    ),
    ...repeated(textsOf(root, '{}guid')),
  ];
}

const words = { type: isOneOf('text', 'html') };
const person: Rules = {
  [`${ATOM}name`]: { times: ONCE, text: isSaid },
  [`${ATOM}uri`]: { times: MAYBE, text: isAddress },
  [`${ATOM}email`]: { times: MAYBE, text: (text) => /^.+@.+$/.test(text) },
};
const common: Rules = {
  [`${ATOM}id`]: { times: ONCE, text: isAddress },
  [`${ATOM}title`]: { times: ONCE, text: isAnything, attributes: words },
  [`${ATOM}updated`]: { times: ONCE, text: isRfc3339 },
  [`${ATOM}link`]: atomLink,
  [`${ATOM}author`]: { times: ANY, children: person },
};
const feed: Rule = {
  times: ONCE,
  attributes: { 'xml:lang': isLanguage },
  children: {
    ...common,
    [`${ATOM}subtitle`]: { times: MAYBE, text: isAnything, attributes: words },
    [`${ATOM}generator`]: { times: MAYBE, text: isSaid, attributes: { uri: isAddress, version: isSaid } },
    [`${ATOM}entry`]: {
      times: ANY,
      children: {
        ...common,
        [`${ATOM}published`]: { times: MAYBE, text: isRfc3339 },
        [`${ATOM}summary`]: { times: MAYBE, text: isAnything, attributes: words },
        // What has no element in it is text or escaped HTML.
        [`${ATOM}content`]: { times: MAYBE, text: isAnything, attributes: words },
      },
    },
  },
};

/** What is wrong with a feed in Atom, by RFC 4287. */
export function atomFaults(root: Element): string[] {
  if (root.name !== `${ATOM}feed`) return [`the document is a ${root.name}`];
  const named = ({ children }: Element, name: string) => children.filter((child) => child.name === ATOM + name);
  const entries = named(root, 'entry');
  const alternates = (element: Element) =>
    named(element, 'link').flatMap(({ attributes: { rel = 'alternate', type, hreflang } }) =>
      rel === 'alternate' ? [`${type} ${hreflang}`] : [],
    );
  return [
    ...faultsOf(root, feed, ''),
    ...(named(root, 'author').length > 0 || entries.every((entry) => named(entry, 'author').length > 0) ? [] : ['nobody is the author']),
    ...(named(root, 'link').some(({ attributes }) => attributes.rel === 'self') ? [] : ['the feed does not say where it is']),
    ...[root, ...entries].flatMap((element) =>
      new Set(alternates(element)).size === alternates(element).length ? [] : ['two alternates of one type'],
    ),
    ...entries.flatMap((entry, n) =>
      named(entry, 'content').length > 0 || alternates(entry).length > 0 ? [] : [`entry ${n} has neither content nor an alternate`],
    ),
    ...repeated(textsOf(root, `${ATOM}id`)),
  ];
}

const address = z.string().refine(isAddress);
const date = z.string().refine(isRfc3339);
const language = z.string().refine(isLanguage);
const author = z
  .strictObject({ name: z.string().min(1), url: address, avatar: address })
  .partial()
  .refine((one) => Object.keys(one).length > 0);
const item = z
  .strictObject({
    id: z.string().min(1),
    url: address.optional(),
    external_url: address.optional(),
    title: z.string().optional(),
    content_html: z.string().optional(),
    content_text: z.string().optional(),
    summary: z.string().optional(),
    image: address.optional(),
    banner_image: address.optional(),
    date_published: date.optional(),
    date_modified: date.optional(),
    authors: z.array(author).min(1).optional(),
    tags: z.array(z.string()).optional(),
    language: language.optional(),
  })
  .refine(({ content_html, content_text }) => (content_html ?? content_text) !== undefined);
const jsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  home_page_url: address.optional(),
  feed_url: address.optional(),
  description: z.string().optional(),
  icon: address.optional(),
  authors: z.array(author).min(1).optional(),
  language: language.optional(),
  items: z.array(item).refine((items) => repeated(items.map(({ id }) => id)).length === 0),
});

/** What is wrong with a JSON Feed, by its version 1.1. */
export const jsonFaults = (document: unknown): string[] =>
  (jsonFeed.safeParse(document).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
