import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { run } from '../brokers/program.ts';
import type { Manifest } from './restricted.ts';

/** The chart. */
export const CHART = join(import.meta.dirname, '..', '..', 'charts', 'space');
const VALUES = join(import.meta.dirname, 'values');

/** Sets of values that the chart is rendered with, by name: its own, and each file in values/. */
export const valueSets: Readonly<Record<string, readonly string[]>> = {
  default: [],
  ...Object.fromEntries(readdirSync(VALUES).map((file) => [file.replace(/\.yaml$/, ''), ['--values', join(VALUES, file)]])),
};

/** What `helm template` makes, as text and as objects. */
export interface Rendered {
  readonly text: string;
  readonly manifests: readonly Manifest[];
}

/** Renders the chart as a cluster with the Prometheus operator would. */
export async function render(helm: string, values: readonly string[]): Promise<Rendered> {
  const { stdout } = await run(helm, [
    'template',
    'space',
    CHART,
    '--namespace',
    'space',
    '--api-versions',
    'monitoring.coreos.com/v1',
    ...values,
  ]);
  const documents = parseAllDocuments(stdout);
  const manifests = documents.map((document) => document.toJS() as Manifest | null).filter((manifest) => manifest !== null);
  return { text: stdout, manifests };
}
