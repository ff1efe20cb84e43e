import { contracts } from '@space/contracts/catalog';
import { type Contract, type Operation, ProblemBody, WebhookBody } from '@space/contracts/core';
import { SIGNATURE_TOLERANCE_SECONDS } from '@space/contracts/events';
import { createComponents, inputSchemaOf, outputSchemaOf, schemaOf } from '@space/gateway';
import { routes } from '../../packages/client/src/contracts.ts';
import { commentText, typeText } from './type-text.ts';

/**
 * Returns the TypeScript of the module that replaces packages/client/src/contracts.ts in the npm package: the same names, as
 * plain types and values without imports.
 */
export function generatedContracts(): string {
  const shared = createComponents();
  const operations = Object.values<Contract>(contracts)
    .filter(({ name }) => Object.keys(routes[name] ?? {}).length > 0)
    .map((contract) => contractText(contract, shared));
  const problem = typeText(shared.place(schemaOf(ProblemBody)));
  const event = typeText(shared.place(schemaOf(WebhookBody)));
  const named = Object.entries(shared.all()).map(
    ([name, schema]) => `${commentText([schema.description])}export type ${name} = ${typeText(schema)};\n`,
  );
  return [
    '// Generated from the contracts of Space API.\n',
    ...named,
    `/** The arguments and the answer of each operation, by contract and name. */\nexport interface Operations {\n${operations.join('')}}\n`,
    `/** An error on the wire. */\nexport type ProblemDocument = ${problem};\n`,
    `/** The event in the body of a webhook. */\nexport type WebhookEvent = ${event};\n`,
    ROUTE,
    `/** The route of each operation, by contract and name. */\nexport const routes: Readonly<Record<string, Readonly<Record<string, ClientRoute>>>> = ${JSON.stringify(routes)};\n`,
    `/** Seconds that the time of a signature may be away from the clock of the receiver. */\nexport const SIGNATURE_TOLERANCE_SECONDS = ${SIGNATURE_TOLERANCE_SECONDS};\n`,
  ].join('\n');
}

const ROUTE = `/** The facts of one operation that a request needs. */
export interface ClientRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The names of the parameters in the path. */
  readonly in_path: readonly string[];
  /** The members of a page that iterating needs; absent when the answer is no page. */
  readonly paging?: Paging;
}

/** The name of the entries in a page, and of the argument that takes its \`next_cursor\`. */
export interface Paging {
  readonly entries: 'data' | 'events';
  readonly cursor: 'cursor' | 'after';
}
`;

function contractText({ name, description, operations }: Contract, shared: ReturnType<typeof createComponents>): string {
  const texts = Object.entries(operations)
    .filter(([key]) => routes[name]?.[key])
    .map(([key, operation]) => operationText(key, operation, shared));
  return `${commentText([description], '  ')}  readonly ${name}: {\n${texts.join('')}  };\n`;
}

function operationText(key: string, operation: Operation, shared: ReturnType<typeof createComponents>): string {
  const { summary, description, scope } = operation;
  const comment = commentText([`${summary}.`, description, scope && `Needs the scope \`${scope}\`.`], '    ');
  const input = typeText(shared.place(inputSchemaOf(operation, 'programs')), '      ');
  const output = typeText(shared.place(outputSchemaOf(operation, 'programs')), '      ');
  return `${comment}    readonly ${key}: {\n      readonly arguments: ${input};\n      readonly answer: ${output};\n    };\n`;
}
