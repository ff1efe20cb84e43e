import { join } from 'node:path';
import { run } from '../brokers/program.ts';

/** The schemas are checked in, because kubeconform would download them otherwise (schemas.ts). */
const SCHEMAS = join(import.meta.dirname, 'schemas', '{{.ResourceKind}}{{.KindSuffix}}.json');

/** Returns a sentence for each object in these files that does not match its schema. */
export async function schemaViolations(kubeconform: string, files: readonly string[]): Promise<string[]> {
  const { stdout } = await run(kubeconform, ['-strict', '-output', 'json', '-schema-location', SCHEMAS, ...files]).catch(
    (error: { cause: { stdout: string } }) => error.cause,
  );
  const { resources } = JSON.parse(stdout) as { resources: { kind: string; name: string; msg: string }[] | null };
  return (resources ?? []).map(({ kind, name, msg }) => `${kind} ${name}: ${msg}`);
}
