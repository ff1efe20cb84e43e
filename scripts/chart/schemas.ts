import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { findGo } from './tools.ts';

/**
 * Writes schemas/, with which kubeconform validates the rendered chart: only the kinds that the chart uses, from the API
 * descriptions in the Go modules of Kubernetes and the Prometheus operator (both Apache-2.0). They are checked in, because
 * kubeconform would download them otherwise. Run it after changing a version or using another kind:
 * `node scripts/chart/schemas.ts`, then `npm run format`.
 */
const KUBERNETES = 'k8s.io/kubernetes@v1.36.3';
const OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.92.0';

/** Kind and API version, as the manifests say them. */
const kinds = [
  ['ConfigMap', 'v1'],
  ['Pod', 'v1'],
  ['Service', 'v1'],
  ['ServiceAccount', 'v1'],
  ['Deployment', 'apps/v1'],
  ['HorizontalPodAutoscaler', 'autoscaling/v2'],
  ['Job', 'batch/v1'],
  ['Ingress', 'networking.k8s.io/v1'],
  ['NetworkPolicy', 'networking.k8s.io/v1'],
  ['PodDisruptionBudget', 'policy/v1'],
] as const;
const operatorKinds = ['podmonitors', 'prometheusrules'];

type Schema = { [key: string]: unknown };

const go = await findGo((line) => void process.stderr.write(`${line}\n`));
if (!go) throw new Error('Go is needed to fetch the modules.');
const folder = join(import.meta.dirname, 'schemas');
const write = (name: string, schema: Schema): void => writeFileSync(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);

const kubernetes = JSON.parse(readFileSync(join(moduleFolder(KUBERNETES), 'api/openapi-spec/swagger.json'), 'utf8')) as {
  definitions: Record<string, Schema>;
};
const used: Record<string, Schema> = {};
for (const [kind, apiVersion] of kinds) {
  const [name] = Object.entries(kubernetes.definitions).find(([, { 'x-kubernetes-group-version-kind': is }]) =>
    (is as { group: string; version: string; kind: string }[] | undefined)?.some(
      (one) => one.kind === kind && [one.group, one.version].filter(Boolean).join('/') === apiVersion,
    ),
  )!;
  take(name);
  write(fileName(kind, apiVersion), { $ref: `definitions.json#/definitions/${name}` });
}
write('definitions.json', { definitions: Object.fromEntries(Object.entries(used).toSorted()) });

for (const kind of operatorKinds) {
  const file = join(moduleFolder(OPERATOR), `example/prometheus-operator-crd/monitoring.coreos.com_${kind}.yaml`);
  const { spec } = parse(readFileSync(file, 'utf8')) as {
    spec: { names: { kind: string }; versions: { name: string; schema: { openAPIV3Schema: Schema } }[] };
  };
  const version = spec.versions.find(({ name }) => name === 'v1')!;
  const { status: _status, ...properties } = version.schema.openAPIV3Schema.properties as Record<string, Schema>;
  // A custom resource's own description does not say what is in metadata.
  const schema = strict({
    ...version.schema.openAPIV3Schema,
    properties: {
      ...properties,
      metadata: { $ref: `definitions.json#/definitions/${take('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta')}` },
    },
  });
  write(fileName(spec.names.kind, 'monitoring.coreos.com/v1'), schema);
}

/** Returns the name of a schema file, as SCHEMAS in kubeconform.ts expects it. */
function fileName(kind: string, apiVersion: string): string {
  return `${[kind, ...apiVersion.replace('.k8s.io', '').replace('monitoring.coreos.com', 'monitoring').split('/')].join('-')}.json`.toLowerCase();
}

/** Copies a definition and everything that it references into `used`. */
function take(name: string): string {
  if (used[name]) return name;
  const schema = kubernetes.definitions[name]!;
  used[name] = schema;
  used[name] = strict(schema);
  return name;
}

/** Returns the schema without descriptions, and rejecting fields that the API server would drop silently. */
function strict(schema: Schema): Schema {
  const cleaned: Schema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'description' || key === 'default' || key.startsWith('x-kubernetes-')) continue;
    if (key === 'properties')
      cleaned.properties = Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, property]) => [name, strict(property)]),
      );
    else if (key === '$ref') cleaned.$ref = reference(String(value));
    else if (Array.isArray(value))
      cleaned[key] = value.map((item) => (typeof item === 'object' && item !== null ? strict(item as Schema) : item));
    else cleaned[key] = typeof value === 'object' && value !== null ? strict(value as Schema) : value;
  }
  if (schema['x-kubernetes-int-or-string'] === true || schema.format === 'int-or-string') return { type: ['string', 'integer'] };
  if (cleaned.properties && cleaned.additionalProperties === undefined) cleaned.additionalProperties = false;
  return cleaned;
}

function reference(from: string): string {
  const name = from.replace('#/definitions/', '');
  if (!name.startsWith('io.k8s.')) return from;
  // A number or text: the API's description calls it text only.
  return name === 'io.k8s.apimachinery.pkg.api.resource.Quantity' ? `#/definitions/${quantity(name)}` : `#/definitions/${take(name)}`;
}

function quantity(name: string): string {
  used[name] = { type: ['string', 'number'] };
  return name;
}

function moduleFolder(module: string, program = go!): string {
  const cwd = mkdtempSync(join(tmpdir(), 'space-schemas-'));
  return (JSON.parse(execFileSync(program, ['mod', 'download', '-json', module], { cwd, encoding: 'utf8' })) as { Dir: string }).Dir;
}
