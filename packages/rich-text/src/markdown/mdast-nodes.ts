import type { PhrasingContent, RootContent, Text } from 'mdast';
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown';

/** Markdown that is written as it is. */
interface Raw {
  readonly type: 'raw';
  readonly value: string;
}

/** Inline nodes between a tag and its end. */
interface Tagged {
  readonly type: 'tagged';
  readonly tag: 'u' | 'mark';
  readonly children: readonly PhrasingContent[];
}

/** A part that can be opened. */
interface Details {
  readonly type: 'details';
  readonly summary: readonly PhrasingContent[];
  readonly children: readonly RootContent[];
}

/** Returns a node of mdast that is written as it is. */
export function raw(value: string): PhrasingContent {
  return { type: 'raw', value } satisfies Raw as unknown as PhrasingContent;
}

/** Returns a node of mdast for inline nodes between a tag and its end. */
export function tagged(tag: 'u' | 'mark', children: readonly PhrasingContent[]): PhrasingContent {
  return { type: 'tagged', tag, children } satisfies Tagged as unknown as PhrasingContent;
}

/** Returns a node of mdast for details. */
export function details(summary: readonly PhrasingContent[], children: readonly RootContent[]): RootContent {
  return { type: 'details', summary, children } satisfies Details as unknown as RootContent;
}

const writeRaw: Handle = (node: Raw) => node.value;

const writeTagged: Handle = (node: Tagged, _parent, state, info) => {
  const tracker = state.createTracker(info);
  const open = tracker.move(`<${node.tag}>`);
  const inner = tracker.move(state.containerPhrasing(node as never, { ...tracker.current(), before: '>', after: '<' }));
  return `${open}${inner}</${node.tag}>`;
};
Object.assign(writeTagged, { peek: () => '<' });

const writeDetails: Handle = (node: Details, _parent, state, info) => {
  const tracker = state.createTracker(info);
  const exit = state.enter('phrasing');
  const open = tracker.move('<details>\n<summary>');
  const summary = tracker.move(
    state.containerPhrasing({ type: 'paragraph', children: [...node.summary] }, { ...tracker.current(), before: '>', after: '<' }),
  );
  exit();
  const body = state.containerFlow({ type: 'root', children: [...node.children] } as never, tracker.current());
  return `${open}${summary}</summary>\n\n${body === '' ? '' : `${body}\n\n`}</details>`;
};

/**
 * Writes text. A letter next to `~~` may become a character reference, and an underscore next to it would then open or close
 * emphasis. The library escapes such underscores next to `*` and `_` only.
 */
const writeText: Handle = (node: Text, parent, state, info) => {
  const text = defaultHandlers.text(node, parent, state, info);
  const started = info.before.endsWith('~') ? text.replace(/^([^\\_])(_+)/u, (_, letter, run) => letter + escaped(run)) : text;
  return info.after.startsWith('~')
    ? started.replace(/([^\\_])(_+)([^\\_])$/u, (_, left, run, letter) => left + escaped(run) + letter)
    : started;
};

const escaped = (run: string) => run.replaceAll('_', '\\_');

/** The writers of the nodes that mdast does not have, and of text. */
export const ownHandlers: Readonly<Record<string, Handle>> = { text: writeText, raw: writeRaw, tagged: writeTagged, details: writeDetails };
