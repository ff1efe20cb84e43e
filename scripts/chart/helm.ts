import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { run } from '../brokers/program.ts';
import type { Manifest } from './restricted.ts';

/** The folder of the chart. */
export const CHART = join(import.meta.dirname, '..', '..', 'charts', 'space');
const VALUES = join(import.meta.dirname, 'values');

/** Sets of values by name, as arguments of helm: the default ones, and each file in values/. */
export const valueSets: Readonly<Record<string, readonly string[]>> = {
  default: [],
  ...Object.fromEntries(readdirSync(VALUES).map((file) => [file.replace(/\.yaml$/, ''), ['--values', join(VALUES, file)]])),
};

/** The output of `helm template`, as text and as objects. */
export interface Rendered {
  readonly text: string;
  readonly manifests: readonly Manifest[];
}

/** Renders the chart for a cluster with the Prometheus operator. */
export const render = (helm: string, values: readonly string[]): Promise<Rendered> =>
  renderArguments(helm, ['--namespace', 'space', '--api-versions', 'monitoring.coreos.com/v1', ...values]);

/** Renders the chart as the release `space` with these arguments of helm. */
export async function renderArguments(helm: string, args: readonly string[]): Promise<Rendered> {
  const { stdout } = await run(helm, ['template', 'space', CHART, ...args]);
  const documents = parseAllDocuments(stdout);
  const manifests = documents.map((document) => document.toJS() as Manifest | null).filter((manifest) => manifest !== null);
  return { text: stdout, manifests };
}
