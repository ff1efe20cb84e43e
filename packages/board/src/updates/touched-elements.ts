import * as Y from 'yjs';
import { type ElementMap, elementsOf, TEXT_KEY } from '../document/element-map.ts';

/** An element that a transaction added or changed, with the keys that differ; `all` for a new one. */
export interface TouchedElement {
  readonly id: string;
  readonly map: ElementMap;
  readonly keys: ReadonlySet<string> | 'all';
}

/** Returns the elements that a transaction added or changed and that are there after it. */
export function touchedElements(transaction: Y.Transaction): TouchedElement[] {
  const root = elementsOf(transaction.doc);
  const touched: TouchedElement[] = [];
  for (const [changed, names] of transaction.changed) {
    const type = changed as unknown as Y.AbstractType<unknown>;
    if (type === root) touched.push(...newElements(root, names));
    else if (type._item?.deleted === false) touched.push(...changedElement(root, type, names));
  }
  return touched;
}

function newElements(root: Y.Map<unknown>, names: ReadonlySet<string | null>): TouchedElement[] {
  return [...names].flatMap((id) => {
    const map = id === null ? undefined : root.get(id);
    return map instanceof Y.Map ? [{ id: id!, map, keys: 'all' as const }] : [];
  });
}

/** Returns the element of a changed map, or of a changed text. */
function changedElement(root: Y.Map<unknown>, type: Y.AbstractType<unknown>, names: ReadonlySet<string | null>): TouchedElement[] {
  const isText = type instanceof Y.Text;
  const map = isText ? type.parent : type;
  const id = map?._item?.parentSub;
  if (!(map instanceof Y.Map) || map.parent !== root || !id || map._item!.deleted) return [];
  return [{ id, map, keys: new Set(isText ? [TEXT_KEY] : [...names].map(String)) }];
}
