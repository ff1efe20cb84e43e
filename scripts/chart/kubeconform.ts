import { join } from 'node:path';
import { run } from '../brokers/program.ts';

/** Checked in, since kubeconform would fetch them otherwise: see schemas.ts. */
const SCHEMAS = join(import.meta.dirname, 'schemas', '{{.ResourceKind}}{{.KindSuffix}}.json');

/** Objects in files that do not fit their schemas, a sentence each. */
export async function misfits(kubeconform: string, files: readonly string[]): Promise<string[]> {
  const { stdout } = await run(kubeconform, ['-strict', '-output', 'json', '-schema-location', SCHEMAS, ...files]).catch(
    (error: { cause: { stdout: string } }) => error.cause,
  );
  const { resources } = JSON.parse(stdout) as { resources: { kind: string; name: string; msg: string }[] | null };
  return (resources ?? []).map(({ kind, name, msg }) => `${kind} ${name}: ${msg}`);
}
