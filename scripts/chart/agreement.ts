import { readConfig } from '@space/runtime';
import { findManifestDifferences } from '../check/manifest.ts';
import { composeServices } from './compose.ts';
import { containersOf, type Manifest, podOf } from './restricted.ts';

/** Variables of OpenTelemetry, Node and the SDK of AWS, which processes read too. */
const foreign = /^(OTEL_|NODE_|AWS_)/;

/** A valid value for every secret: 32 bytes in base64, the strictest format. */
const anySecret = Buffer.alloc(32).toString('base64');

/** Returns a sentence for each place that differs from `services/manifest.ts`: folders, the chart, docker-compose.yml, Prometheus and others. */
export const mismatchedServices = (): string[] => findManifestDifferences().map(({ path, message }) => `${path} ${message}`);

/** Returns a sentence for each setting in docker-compose.yml that processes do not know or cannot parse. */
export const unknownComposeSettings = (): string[] =>
  Object.entries(composeServices())
    .filter(([, { image }]) => image.startsWith('space-api:'))
    .flatMap(([name, { environment = {} }]) => {
      // Expands `${NAME:-default}` like Compose without a value.
      const filled = Object.fromEntries(
        Object.entries(environment).map(([variable, value]) => [variable, String(value).replace(/\$\{\w+:-([^}]*)\}/g, '$1')]),
      );
      return unknownNames(`docker-compose.yml, ${name}`, filled);
    });

/** Returns a sentence for each setting in rendered manifests that processes do not know or cannot parse. */
export function unknownSettings(manifests: readonly Manifest[]): string[] {
  const config = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'space')?.data ?? {};
  return manifests.flatMap((manifest) => {
    const pod = podOf(manifest);
    return (pod ? containersOf(pod) : []).flatMap(({ env = [] }) => {
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value ?? anySecret]));
      return unknownNames(`${manifest.kind} ${manifest.metadata.name}`, { ...config, ...own });
    });
  });
}

function unknownNames(place: string, environment: Readonly<Record<string, string>>): string[] {
  try {
    const known = readConfig({ ...environment });
    return Object.entries(environment)
      .filter(([name, value]) => value !== '' && !foreign.test(name) && !(name in known))
      .map(([name]) => `${place}: no process knows ${name}`);
  } catch (error) {
    return [`${place}: ${(error as Error).message}`];
  }
}
