import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApiDocument, openApiDocument, operatorApiDocument, toolListDocument } from '@space/gateway';
import { generateEnvelope, refuseBreaking, staleEnvelope } from './buf.ts';
import { eventSchemas } from './event-schemas.ts';
import { operationLines } from './operations.ts';

/**
 * `npm run proto` generates proto/ from the contracts and the TypeScript of the envelope from the .proto files, so that a
 * change of the wire is a diff. `--check` fails if they differ.
 */
const folder = join(import.meta.dirname, '..', '..', 'proto');
const DOCUMENTED_BASE_URL = 'http://localhost:8080';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const files = new Map<string, string>([
  ['openapi.json', json(openApiDocument(DOCUMENTED_BASE_URL))],
  ['operator-openapi.json', json(operatorApiDocument(DOCUMENTED_BASE_URL))],
  ['asyncapi.json', json(asyncApiDocument(DOCUMENTED_BASE_URL))],
  ['mcp-tools.json', json(toolListDocument())],
  ['operations.txt', operationLines()],
  ...[...eventSchemas()].map(([name, schema]) => [name, json(schema)] as const),
]);

const read = (name: string): string | undefined => {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
};

if (process.argv.includes('--check')) {
  const stale = [...files].filter(([name, text]) => read(name) !== text).map(([name]) => name);
  const extra = readdirSync(join(folder, 'events')).filter((name) => !files.has(`events/${name}`));
  const envelope = staleEnvelope();
  if (stale.length + extra.length > 0)
    process.stderr.write(`proto/ differs from the contracts: ${[...stale, ...extra].join(', ')}. Run npm run proto and read the diff.\n`);
  if (envelope.length > 0)
    process.stderr.write(`${envelope.join(', ')} differs from the .proto files. Run npm run proto and read the diff.\n`);
  if (stale.length + extra.length + envelope.length > 0) process.exit(1);
  process.stdout.write(`proto/ is up to date; ${refuseBreaking()}.\n`);
} else {
  generateEnvelope();
  rmSync(join(folder, 'events'), { recursive: true, force: true });
  mkdirSync(join(folder, 'events'), { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  process.stdout.write(`Wrote ${files.size} files.\n`);
}
