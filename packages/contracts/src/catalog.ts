import { audiences } from './audiences.ts';
import { contacts } from './contacts.ts';
import { deliveries } from './deliveries.ts';
import { eventCatalogue, listeners } from './listeners.ts';
import type { Contract, Operation, Tool } from './operation.ts';
import { subjectOf } from './operation.ts';
import { settings } from './settings.ts';
import { tags } from './tags.ts';

/** Every contract of the system. This is the only list of operations; everything else derives from it. */
export const contracts = { contacts, tags, audiences, eventCatalogue, listeners, deliveries, settings } as const;

/** An operation with the names that derive from where it is declared. */
export interface Entry {
  /** `<contract>.<operation>`: the span, the metric label and the name in `operations.txt`. */
  readonly id: string;
  readonly subject: string;
  readonly contract: Contract;
  readonly name: string;
  readonly operation: Operation;
}

const entriesOf = (contract: Contract): Entry[] =>
  Object.entries(contract.operations).map(([name, operation]) => ({
    id: `${contract.name}.${name}`,
    subject: subjectOf(contract.name, name),
    contract,
    name,
    operation,
  }));

/** Every operation, operator ones included, in the order of declaration. */
export const catalog: readonly Entry[] = Object.values(contracts).flatMap((contract) => entriesOf(contract));

/** What a Space key can reach: everything that is not the operators'. */
export const publicCatalog: readonly Entry[] = catalog.filter(({ operation }) => operation.audience !== 'operator');

/** Every MCP tool with the operation it calls, by name. */
export const toolCatalog: ReadonlyMap<string, Entry & { readonly tool: Tool }> = new Map(
  publicCatalog.flatMap((entry) => (entry.operation.tools ?? []).map((tool) => [tool.name, { ...entry, tool }] as const)),
);
