import { markDefinition, nodeDefinition } from '@space/rich-text/schema';
import * as Y from 'yjs';

/**
 * Returns what a shared document has and the schema of this editor does not: the name of a node, an attribute or a mark. y-prosemirror
 * would delete such a part from the shared document, so that an editor must not bind to it. Returns undefined if it knows every part.
 */
export function foreignPart(parent: Y.XmlFragment | Y.XmlElement): string | undefined {
  for (const child of parent.toArray() as unknown[]) {
    const name = child instanceof Y.XmlText ? foreignMark(child) : child instanceof Y.XmlElement ? foreignNode(child) : 'unknown content';
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Returns the part that a change brings and the schema of this editor does not have, or undefined. It looks at what is new only. */
export function foreignChange({ changed, beforeState }: Y.Transaction): string | undefined {
  const isNew = (type: Y.XmlElement | Y.XmlText): boolean => {
    const id = type._item?.id;
    return id !== undefined && id.clock >= (beforeState.get(id.client) ?? 0);
  };
  for (const type of changed.keys() as IterableIterator<unknown>) {
    if (type instanceof Y.XmlText) {
      const mark = foreignMark(type);
      if (mark !== undefined) return mark;
      continue;
    }
    if (!(type instanceof Y.XmlFragment)) continue;
    if (type instanceof Y.XmlElement) {
      const own = foreignOwn(type);
      if (own !== undefined) return own;
    }
    for (const child of type.toArray() as unknown[]) {
      if (!(child instanceof Y.XmlElement || child instanceof Y.XmlText) || !isNew(child)) continue;
      const name = child instanceof Y.XmlText ? foreignMark(child) : foreignNode(child);
      if (name !== undefined) return name;
    }
  }
  return undefined;
}

const foreignNode = (element: Y.XmlElement): string | undefined => foreignOwn(element) ?? foreignPart(element);

/** Returns the name of a node, or of an attribute of it, that the schema does not have. */
function foreignOwn(element: Y.XmlElement): string | undefined {
  const definition = nodeDefinition(element.nodeName);
  if (!definition) return element.nodeName;
  const known = definition.attrs ?? {};
  const attribute = Object.keys(element.getAttributes()).find((name) => !Object.hasOwn(known, name));
  return attribute === undefined ? undefined : `${element.nodeName}.${attribute}`;
}

function foreignMark(text: Y.XmlText): string | undefined {
  for (const { insert, attributes } of text.toDelta() as { insert: unknown; attributes?: object }[]) {
    if (typeof insert !== 'string') return 'unknown content';
    const mark = Object.keys(attributes ?? {}).find((name) => !markDefinition(name));
    if (mark !== undefined) return mark;
  }
  return undefined;
}
