import { findReferences } from './find-references.ts';
import type { HeadFacts, Outline } from './outline.ts';
import { attributeOf, type Document, type Element, eachElement, type ParentNode, parseDocument } from './parse-document.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** Returns the outline of a document. `origin` is the public origin, the base of its relative URLs. Throws DocumentTooComplexError. */
export function readOutline(text: string, origin: string): Outline {
  // A browser removes the mark before it parses.
  const shift = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  const source = text.slice(shift);
  const document = parseDocument(source);
  const { html, head, headAt, bodyAt } = findInsertionPoints(document, source);
  const { references, placeholders, embedded, shared_views, assets, warnings } = findReferences(document, origin);
  return {
    head_at: shift + headAt,
    body_at: bodyAt === null ? null : shift + bodyAt,
    head: { ...readHeadFacts(head), ...languageOf(html) },
    references,
    placeholders: placeholders.map((one) => ({ ...one, start: one.start + shift, end: one.end + shift })),
    embedded,
    shared_views,
    ...(assets.length > 0 && { assets }),
    warnings,
  };
}

/** Returns the offsets at which texts can be inserted into the head and first into the body of a document; null without a body. Throws DocumentTooComplexError. */
export function readInsertionPoints(text: string): { readonly head_at: number; readonly body_at: number | null } {
  const { headAt, bodyAt } = findInsertionPoints(parseDocument(text), text);
  return { head_at: headAt, body_at: bodyAt };
}

/** Returns the offsets at which texts can be inserted into the head, and first into the body, of a document. */
function findInsertionPoints(document: Document, source: string) {
  const html = childNamed(document, 'html');
  const head = html && childNamed(html, 'head');
  const body = html && childNamed(html, 'body');
  const bodyTag = body?.sourceCodeLocation?.startTag;
  const bodyAt = body ? (bodyTag?.endOffset ?? startOfBody(document, html, body, source) ?? endOfEmpty(source)) : null;
  const headTag = head?.sourceCodeLocation?.startTag ?? html?.sourceCodeLocation?.startTag;
  const headAt =
    head?.sourceCodeLocation?.startTag?.endOffset ??
    (head && firstStart(head)) ??
    headTag?.endOffset ??
    bodyTag?.startOffset ??
    bodyAt ??
    endOfDoctype(document);
  return { html, head, headAt, bodyAt };
}

const childNamed = (parent: ParentNode, name: string): Element | undefined =>
  parent.childNodes.find((node): node is Element => 'tagName' in node && node.tagName === name);

/** Returns the offset of the first child node that has a place in the source. */
function firstStart(parent: ParentNode): number | undefined {
  const first = parent.childNodes.reduce((least, { sourceCodeLocation: place }) => Math.min(least, place?.startOffset ?? least), Infinity);
  return first === Infinity ? undefined : first;
}

/** Returns the offset of the first node of a body without a start tag; undefined when the body is empty. */
function startOfBody(document: Document, html: Element, body: Element, source: string): number | undefined {
  const first = firstStart(body);
  if (first === undefined) return undefined;
  const head = childNamed(html, 'head');
  const earliest = Math.max(
    endOfDoctype(document),
    html.sourceCodeLocation?.startTag?.endOffset ?? 0,
    head?.sourceCodeLocation?.endTag?.endOffset ?? 0,
    lastEndOf(head, source),
  );
  // The parser reports a start within the character reference for a text that begins with one; only white space precedes it.
  const inside = /&[#\w]*$/.exec(source.slice(earliest, first));
  const begins = Math.max(earliest, inside ? earliest + inside.index : first);
  return endTagBetween(source, earliest, begins, [document, html]) ?? begins;
}

/** Returns the offset of the end tag of a body without a start tag: a text inserted after it would become part of that body. */
function endTagBetween(source: string, from: number, to: number, parents: readonly ParentNode[]): number | undefined {
  const others = parents
    .flatMap(({ childNodes }) => childNodes.flatMap(({ sourceCodeLocation: place }) => (place ? [place] : [])))
    .toSorted((a, b) => a.startOffset - b.startOffset);
  let next = 0;
  for (const tag of source.slice(from, to).matchAll(/<[^>]*>/g)) {
    if (!/^<\/(?:body|html)[\s/>]/i.test(tag[0])) continue;
    const at = from + tag.index;
    while (next < others.length && others[next]!.endOffset <= at) next += 1;
    if ((others[next]?.startOffset ?? at) >= at) return at;
  }
  return undefined;
}

/** Returns the end of a document with an empty body; null when an unclosed element would swallow a text inserted there. */
function endOfEmpty(source: string): number | null {
  const html = childNamed(parseDocument(`${source}<${PROBE_TAG}>`), 'html');
  const body = html && childNamed(html, 'body');
  return body?.childNodes.some((node) => 'tagName' in node && node.tagName === PROBE_TAG) ? source.length : null;
}

const PROBE_TAG = 'site-navigation';

/**
 * Returns the offset at which the last node of a head ends. Its text is white space, for which the parser reports an end
 * within a character reference that follows it.
 */
function lastEndOf(head: Element | undefined, source: string): number {
  return (head?.childNodes ?? []).reduce((last, { nodeName, sourceCodeLocation: place }) => {
    if (!place) return last;
    const { startOffset, endOffset } = place;
    return Math.max(last, nodeName === '#text' ? startOffset + /^\s*/.exec(source.slice(startOffset, endOffset))![0].length : endOffset);
  }, 0);
}

const endOfDoctype = ({ childNodes }: Document): number =>
  childNodes.find(({ nodeName }) => nodeName === '#documentType')?.sourceCodeLocation?.endOffset ?? 0;

/** Returns the language of a document, without its region. */
function languageOf(html: Element | undefined): Pick<HeadFacts, 'language'> {
  const language = html && /^\s*([a-z]{2,3})(?:-|\s*$)/i.exec(attributeOf(html, 'lang') ?? '')?.[1];
  return language ? { language: language.toLowerCase() } : {};
}

function readHeadFacts(head: Element | undefined): HeadFacts {
  const facts = { title: false, viewport: false, description: false, canonical: false, icon: false };
  const openGraph: string[] = [];
  if (head)
    eachElement(head, (element) => {
      const name = attributeOf(element, 'name')?.trim().toLowerCase();
      const property = attributeOf(element, 'property')?.trim().toLowerCase();
      if (element.tagName === 'title') facts.title = true;
      else if (element.tagName === 'link') {
        const relations = attributeOf(element, 'rel')?.toLowerCase().split(/\s+/) ?? [];
        if (relations.includes('canonical')) facts.canonical = true;
        if (relations.includes('icon')) facts.icon = true;
      } else if (element.tagName === 'meta' && name === 'viewport') facts.viewport = true;
      else if (element.tagName === 'meta' && name === 'description') facts.description = true;
      else if (element.tagName === 'meta' && property?.startsWith('og:')) openGraph.push(property.slice(0, 64));
    });
  return { ...facts, open_graph: [...new Set(openGraph)].slice(0, 100) };
}
