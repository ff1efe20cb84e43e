import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asyncApiDocument, openApiDocument, operatorApiDocument, toolListDocument } from '@space/gateway';
import { clientSources } from '../client/route-table.ts';
import { root } from '../step.ts';
import { generateEnvelope, refuseBreaking, staleEnvelope } from './buf.ts';
import { eventSchemas } from './event-schemas.ts';
import { operationLines } from './operations.ts';

/**
 * `npm run proto` generates proto/ and the routes of the client from the contracts, and the TypeScript of the envelope from the
 * .proto files, so that a change of the wire is a diff. `--check` fails if they differ.
 */
const folder = join(root, 'proto');
const DOCUMENTED_BASE_URL = 'http://localhost:8080';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The generated files by their path from the root. */
const files = new Map<string, string>([
  ['proto/openapi.json', json(openApiDocument(DOCUMENTED_BASE_URL))],
  ['proto/operator-openapi.json', json(operatorApiDocument(DOCUMENTED_BASE_URL))],
  ['proto/asyncapi.json', json(asyncApiDocument(DOCUMENTED_BASE_URL))],
  ['proto/mcp-tools.json', json(toolListDocument())],
  ['proto/operations.txt', operationLines()],
  ...[...eventSchemas()].map(([name, schema]) => [`proto/${name}`, json(schema)] as const),
  ...clientSources(),
]);

const read = (path: string): string | undefined => {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
};

if (process.argv.includes('--check')) {
  const stale = [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path);
  const extra = readdirSync(join(folder, 'events'))
    .map((name) => `proto/events/${name}`)
    .filter((path) => !files.has(path));
  const envelope = staleEnvelope();
  if (stale.length + extra.length > 0)
    process.stderr.write(`${[...stale, ...extra].join(', ')} differs from the contracts. Run npm run proto and read the diff.\n`);
  if (envelope.length > 0)
    process.stderr.write(`${envelope.join(', ')} differs from the .proto files. Run npm run proto and read the diff.\n`);
  if (stale.length + extra.length + envelope.length > 0) process.exit(1);
  process.stdout.write(`proto/ and the routes of the client are up to date; ${refuseBreaking()}.\n`);
} else {
  generateEnvelope();
  rmSync(join(folder, 'events'), { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  process.stdout.write(`Wrote ${files.size} files.\n`);
}
