import { describe, expect, test } from '@jest/globals';
import type { Undo } from '../core/operation.ts';
import { filterReferences } from '../events/filter-references.ts';
import { publicCatalog, toolCatalog } from './catalog.ts';
import { contactUndoCases } from './undo-cases/contacts.ts';
import { documentUndoCases } from './undo-cases/documents.ts';
import { eventUndoCases } from './undo-cases/events.ts';
import { libraryUndoCases } from './undo-cases/library.ts';
import { publishingUndoCases } from './undo-cases/publishing.ts';
import { schedulingUndoCases } from './undo-cases/scheduling.ts';
import { tableUndoCases } from './undo-cases/tables.ts';
import { whiteboardUndoCases } from './undo-cases/whiteboards.ts';
import { workUndoCases } from './undo-cases/work.ts';

const domains = [
  contactUndoCases,
  tableUndoCases,
  publishingUndoCases,
  schedulingUndoCases,
  workUndoCases,
  libraryUndoCases,
  documentUndoCases,
  whiteboardUndoCases,
  eventUndoCases,
];
const cases = domains.flatMap((domain) => domain.cases);

/** Returns the undo of a call, which must be a valid call of a tool in the catalog. */
function undoOf(name: string, args: object, output: object): Undo | null {
  const { operation, tool } = toolCatalog.get(name)!;
  const undo = operation.undo!(operation.input.parse({ ...tool.preset, ...args }) as never, output as never);
  if (undo) {
    const { operation: back, tool: backTool } = toolCatalog.get(undo.tool)!;
    expect(() => back.input.parse({ ...backTool.preset, ...undo.arguments })).not.toThrow();
  }
  return undo;
}

describe('the undo of a call', () => {
  test.each(cases)('%s: %s', (name, _behaviour, args, output, undo) => {
    expect(undoOf(name, args, output)).toEqual(undo);
  });

  test('is tested for each operation that has one', () => {
    const undoable = publicCatalog.filter(({ operation }) => operation.undo);
    const tested = new Set(cases.map(([name]) => toolCatalog.get(name)!.id));
    expect([...tested].sort()).toEqual(undoable.map((entry) => entry.id).sort());
  });
});

const changes = publicCatalog.filter(({ operation: { route, scope } }) => (route ? route.method !== 'GET' : !scope?.endsWith(':read')));

describe('every change', () => {
  test('has an undo or says why it has none', () => {
    const without = changes.filter(({ operation: { undo, no_undo } }) => !undo && no_undo === undefined).map(({ id }) => id);
    expect(without.sort()).toEqual(domains.flatMap(({ missing }) => missing).sort());
  });

  test('is a deletion that makes the thing again, with another id, only where nothing refers to its id', () => {
    const again = cases.filter(([name, , , , undo]) => name.startsWith('delete_') && undo?.tool.startsWith('create_'));
    const nouns = new Set([...filterReferences.values()].map(({ noun }) => noun));
    expect([...new Set(again.map(([name]) => name))]).toEqual(['delete_table_view', 'delete_calendar_event', 'delete_task_link']);
    expect(again.filter(([name]) => nouns.has(name.replace('delete_', '').replaceAll('_', ' ')))).toEqual([]);
  });

  test('does not have both, and no other operation has one of them', () => {
    const both = publicCatalog.filter(({ operation: { undo, no_undo } }) => undo && no_undo !== undefined);
    const other = publicCatalog.filter((entry) => !changes.includes(entry) && (entry.operation.undo || entry.operation.no_undo));
    expect([...both, ...other].map(({ id }) => id)).toEqual([]);
  });

  test('has a reason that completes the sentence "Cannot be undone: …."', () => {
    for (const { operation } of changes) if (operation.no_undo !== undefined) expect(operation.no_undo).toMatch(/^[a-z].{5,120}[^.\s]$/);
  });
});
