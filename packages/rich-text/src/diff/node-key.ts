import { joinTexts, marksKey, sortKeys } from '../blocks/inline.ts';
import type { Attributes, RichMark, RichNode } from '../blocks/rich-node.ts';
import { markDefinition, nodeDefinition } from '../schema/index.ts';
import type { MatchMode } from './plan.ts';

/** Returns a text that is equal for nodes which count as equal in a mode. Ids never count. */
export function nodeKey(node: RichNode, mode: MatchMode): string {
  return JSON.stringify(keyOf(node, mode));
}

/** Returns the attributes of a node that count in a mode, without its id. */
export function countedAttributes(node: RichNode, mode: MatchMode): Attributes {
  const { id: _id, ...attrs } = node.attrs ?? {};
  const definition = nodeDefinition(node.type);
  const withoutDefaults = Object.entries(attrs).filter(([name, value]) => value !== (definition?.attrs?.[name]?.default ?? null));
  return sortKeys(
    Object.fromEntries(
      definition && mode === 'markdown' ? withoutDefaults.filter(([name]) => definition.expressible?.includes(name)) : withoutDefaults,
    ),
  );
}

/** Returns the marks that count in a mode, with the attributes that count. */
export function countedMarks(marks: readonly RichMark[] | undefined, mode: MatchMode): RichMark[] {
  if (mode === 'exact') return [...(marks ?? [])];
  return (marks ?? []).flatMap((mark) => {
    const definition = markDefinition(mark.type);
    if (!definition) return [];
    const attrs = Object.entries(mark.attrs ?? {}).filter(([name]) => definition.expressible?.includes(name));
    return [{ type: mark.type, attrs: Object.fromEntries(attrs) }];
  });
}

function keyOf(node: RichNode, mode: MatchMode): unknown {
  if (node.type === 'text') return [node.text, marksKey(countedMarks(node.marks, mode))];
  const isCell = mode === 'markdown' && (node.type === 'tableCell' || node.type === 'tableHeader');
  const type = isCell ? 'cell' : node.type;
  return [type, countedAttributes(node, mode), joinTexts(node.content ?? []).map((child) => keyOf(child, mode))];
}
