import { contracts } from '@space/contracts/catalog';
import { type Contract, type Operation, ProblemBody, WebhookBody } from '@space/contracts/core';
import { createComponents, inputSchemaOf, outputSchemaOf, schemaOf } from '@space/gateway';
import { isInClient } from './route-table.ts';
import { commentText, typeText } from './type-text.ts';

/**
 * Returns the TypeScript of the module that replaces packages/client/src/contracts.ts in the npm package: the same names, as
 * plain types without imports.
 */
export function generatedContracts(): string {
  const shared = createComponents();
  const operations = Object.values<Contract>(contracts)
    .filter(({ operations }) => Object.values(operations).some(isInClient))
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
  ].join('\n');
}

function contractText({ name, description, operations }: Contract, shared: ReturnType<typeof createComponents>): string {
  const texts = Object.entries(operations)
    .filter(([, operation]) => isInClient(operation))
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
