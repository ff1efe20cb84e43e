import { type ContentMatch, type NodeType, Schema } from 'prosemirror-model';
import { type MarkDefinition, marks } from './marks.ts';
import { type NodeDefinition, nodes } from './nodes.ts';

/** The schema of documents, for editors on ProseMirror. This package takes its rules from it. */
export const documentSchema = new Schema({
  nodes: nodes as Record<string, NodeDefinition>,
  marks: marks as Record<string, MarkDefinition>,
});

/** The version of the nodes, marks and attributes. An editor with another version must not open a document: it could delete parts. */
export const SCHEMA_VERSION = 1;

/** The name of the `Y.XmlFragment` that holds a document. */
export const FRAGMENT_NAME = 'content';

/** Returns the definition of a node, or undefined for a name that the schema does not have. */
export function nodeDefinition(type: string): NodeDefinition | undefined {
  return Object.hasOwn(nodes, type) ? nodes[type] : undefined;
}

/** Returns the definition of a mark, or undefined for a name that the schema does not have. */
export function markDefinition(type: string): MarkDefinition | undefined {
  return Object.hasOwn(marks, type) ? marks[type] : undefined;
}

/** Returns true for a node with an id. */
export function isBlock(type: string): boolean {
  return nodeDefinition(type)?.attrs?.id !== undefined;
}

/** Returns true for a node of lines of text: paragraph, heading, codeBlock and detailsSummary. */
export function isTextBlock(type: string): boolean {
  return documentSchema.nodes[type]?.inlineContent === true;
}

/** Returns true for a node that stands in a line of text. */
export function isInline(type: string): boolean {
  return documentSchema.nodes[type]?.isInline === true;
}

/** Returns true for a cell of a table. */
export function isCell(type: string): boolean {
  return type === 'tableCell' || type === 'tableHeader';
}

/** Returns true for a node that adds a level of nesting. */
export function isNestingLevel(type: string): boolean {
  return nestingTypes.has(type);
}

/** Returns true if a node of the type `parent` may have children of the type `child` in some order and number. */
export function canContain(parent: string, child: string): boolean {
  return childTypes.get(parent)?.has(child) === true;
}

/** Returns true for a node that has to have a child. */
export function needsContent(type: string): boolean {
  return documentSchema.nodes[type]?.contentMatch.validEnd === false;
}

const nestingTypes = new Set(['bulletList', 'orderedList', 'blockquote', 'callout', 'details', 'table']);
const childTypes = new Map(Object.values(documentSchema.nodes).map((type) => [type.name, reachableTypes(type)]));

function reachableTypes(type: NodeType): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<ContentMatch>();
  const waiting: ContentMatch[] = [type.contentMatch];
  for (let match = waiting.pop(); match; match = waiting.pop()) {
    if (seen.has(match)) continue;
    seen.add(match);
    for (let edge = 0; edge < match.edgeCount; edge += 1) {
      names.add(match.edge(edge).type.name);
      waiting.push(match.edge(edge).next);
    }
  }
  return names;
}
