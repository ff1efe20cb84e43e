import type * as Y from 'yjs';
import { insertNodes } from '../document/write-blocks.ts';
import { childrenOf, isElement, type YParent } from '../document/yjs-node.ts';
import { needsContent, nodeDefinition } from '../schema/index.ts';

const fillers: Readonly<Record<string, readonly string[]>> = {
  listItem: ['paragraph'],
  tableCell: ['paragraph'],
  tableHeader: ['paragraph'],
  detailsContent: ['paragraph'],
  details: ['detailsSummary', 'detailsContent'],
};

/**
 * Repairs nodes that lost content which the schema asks for, after the deletions of several writers. Lists, quotes, callouts
 * and tables without children and rows without cells go; other nodes get empty children.
 */
export function repairContent(parent: YParent): void {
  for (const { child, index } of childrenOf(parent).reverse()) {
    if (!isElement(child) || nodeDefinition(child.nodeName) === undefined) continue;
    repairContent(child);
    if (child.nodeName === 'details') repairDetails(child);
    else if (childrenOf(child).length > 0) continue;
    else if (fillers[child.nodeName])
      insertNodes(
        child,
        0,
        fillers[child.nodeName]!.map((type) => ({ type })),
      );
    else if (needsContent(child.nodeName) || child.nodeName === 'tableRow') parent.delete(index);
  }
}

function repairDetails(details: Y.XmlElement): void {
  const names = childrenOf(details).map(({ child }) => (isElement(child) ? child.nodeName : ''));
  if (!names.includes('detailsSummary')) insertNodes(details, 0, [{ type: 'detailsSummary' }]);
  if (!names.includes('detailsContent'))
    insertNodes(details, details.length, [{ type: 'detailsContent', content: [{ type: 'paragraph' }] }]);
}
