import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@space/runtime';
import { parse } from 'yaml';
import { composeServices } from './compose.ts';
import { CHART } from './helm.ts';
import { containersOf, type Manifest, podOf } from './restricted.ts';

const SERVICES = join(CHART, '..', '..', 'services');
/** Variables of OpenTelemetry and Node, which processes read too. */
const foreign = /^(OTEL_|NODE_)/;

/** A valid value for every secret: 32 bytes in base64, the strictest format. */
const anySecret = Buffer.alloc(32).toString('base64');

/** Returns a sentence for each service folder missing from the chart, docker-compose.yml or Prometheus, and for each name without a folder. */
export function mismatchedServices(): string[] {
  const folders = readdirSync(SERVICES).filter((name) => name !== 'standalone' && existsSync(join(SERVICES, name, 'src', 'main.ts')));
  const { services } = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as { services: object };
  const prometheus = parse(readFileSync(join(CHART, 'observability', 'prometheus.yml'), 'utf8')) as {
    scrape_configs: { dns_sd_configs: { names: string[] }[] }[];
  };
  const places = {
    'values.yaml': Object.keys(services),
    'docker-compose.yml': Object.entries(composeServices())
      .filter(([name, { image }]) => name !== 'migrate' && image.startsWith('space-api:'))
      .map(([name]) => name),
    'prometheus.yml': prometheus.scrape_configs.flatMap((scrape) => scrape.dns_sd_configs.flatMap(({ names }) => names)),
  };
  return Object.entries(places).flatMap(([place, names]) => [
    ...folders.filter((name) => !names.includes(name)).map((name) => `${place} does not run services/${name}`),
    ...names.filter((name) => !folders.includes(name)).map((name) => `${place} runs services/${name}, which has no src/main.ts`),
  ]);
}

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
