import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type ServiceEntry, serviceEntries } from '../../services/manifest.ts';
import { root } from '../step.ts';
import { isTest } from './imports.ts';
import { type SourceFile, sourceFiles, type Violation } from './sources.ts';

/** The services that one file or folder names, and their ports, internet access and object store if it declares them. */
interface Place {
  readonly path: string;
  readonly names: readonly string[];
  readonly ports?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly internet?: readonly string[];
  readonly object_store?: readonly string[];
}

/** Returns each difference between `services/manifest.ts` and the places that name services. */
export function findManifestDifferences(
  entries: readonly ServiceEntry[] = serviceEntries,
  files: readonly SourceFile[] = sourceFiles(),
): Violation[] {
  return [
    ...[folders(), standalone(), compose(), chart(), prometheus(), lint()].flatMap((place) => compare(place, entries)),
    ...entries.flatMap(findOwnNames),
    ...findSharedPrefixes(entries),
    ...files.flatMap((file) => findForeignPrefixes(file, entries)),
    ...files.flatMap((file) => findUndeclaredInternet(file, entries)),
  ];
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

function compare({ path, names, ports, internet, object_store }: Place, entries: readonly ServiceEntry[]): Violation[] {
  const wanted = entries.map(({ name }) => name);
  const say = (message: string): Violation => ({ path, line: 1, message });
  return [
    ...wanted.filter((name) => !names.includes(name)).map((name) => say(`misses the service ${name} of services/manifest.ts`)),
    ...names.filter((name) => !wanted.includes(name)).map((name) => say(`names ${name}, which services/manifest.ts does not list`)),
    ...entries
      .filter((entry) => ports && names.includes(entry.name) && canonical(ports[entry.name] ?? {}) !== canonical(entry.ports))
      .map(({ name }) => say(`opens other ports for ${name} than services/manifest.ts`)),
    ...entries
      .filter((entry) => internet && names.includes(entry.name) && internet.includes(entry.name) !== entry.internet)
      .map(({ name }) => say(`differs from services/manifest.ts about the internet of ${name}`)),
    ...entries
      .filter(({ name }) => object_store && names.includes(name))
      .filter((entry) => object_store!.includes(entry.name) !== (entry.object_store === true))
      .map(({ name }) => say(`differs from services/manifest.ts about the object store of ${name}`)),
  ];
}

const canonical = (ports: Readonly<Record<string, number>>): string => JSON.stringify(Object.values(ports).toSorted());

const folders = (): Place => ({
  path: 'services',
  names: readdirSync(join(root, 'services')).filter(
    (name) => name !== 'standalone' && existsSync(join(root, 'services', name, 'src', 'main.ts')),
  ),
});

function standalone(): Place {
  const path = 'services/standalone/src/services.ts';
  return {
    path,
    names: [...read(path).matchAll(/from '@space\/([a-z-]+)'/g)].map((match) => match[1]!).filter((name) => name !== 'runtime'),
  };
}

function compose(): Place {
  const path = 'docker-compose.yml';
  const { services } = parse(read(path), { merge: true }) as {
    services: Record<string, { image: string; command?: string[]; ports?: string[]; environment?: Record<string, string> }>;
  };
  const own = Object.entries(services).filter(
    ([, { image, command }]) => image.startsWith('space-api:') && command?.at(-1)?.startsWith('services/') === true,
  );
  return {
    path,
    names: own.map(([name]) => name),
    ports: Object.fromEntries(
      own.map(([name, { ports = [] }]) => [name, Object.fromEntries(ports.map((port) => [port, Number(port.split(':').at(-1))]))]),
    ),
    object_store: own.filter(([, { environment = {} }]) => Object.hasOwn(environment, 'S3_BUCKET')).map(([name]) => name),
  };
}

function chart(): Place {
  const path = 'charts/space/values.yaml';
  const { services } = parse(read(path)) as {
    services: Record<string, { ports?: Record<string, number>; internet?: boolean; objectStore?: boolean }>;
  };
  return {
    path,
    names: Object.keys(services),
    ports: Object.fromEntries(Object.entries(services).map(([name, { ports = {} }]) => [name, ports])),
    internet: Object.keys(services).filter((name) => services[name]!.internet === true),
    object_store: Object.keys(services).filter((name) => services[name]!.objectStore === true),
  };
}

function prometheus(): Place {
  const path = 'charts/space/observability/prometheus.yml';
  const { scrape_configs } = parse(read(path)) as { scrape_configs: { dns_sd_configs: { names: string[] }[] }[] };
  return { path, names: scrape_configs.flatMap((config) => config.dns_sd_configs.flatMap(({ names }) => names)) };
}

/** Returns the services between which the linter forbids imports. */
function lint(): Place {
  const path = 'biome.json';
  const group = /"group":\s*\[([^\]]*)\],\s*"message": "A service never imports a service/.exec(read(path))?.[1] ?? '';
  return { path, names: [...group.matchAll(/"@space\/([a-z-]+)"/g)].map((match) => match[1]!).filter((name) => name !== 'standalone') };
}

/** Returns a violation if a service does not take its name, schema and consumer groups from the manifest. */
function findOwnNames({ name }: ServiceEntry): Violation[] {
  const path = `services/${name}/src/service.ts`;
  return existsSync(join(root, path)) && !read(path).includes(`...manifest.${name}`)
    ? [{ path, line: 1, message: `does not begin with ...manifest.${name} from services/manifest.ts` }]
    : [];
}

const findSharedPrefixes = (entries: readonly ServiceEntry[]): Violation[] =>
  [
    ...Map.groupBy(
      entries.flatMap(({ name, id_prefixes }) => id_prefixes.map((prefix) => ({ name, prefix }))),
      ({ prefix }) => prefix,
    ),
  ]
    .filter(([, owners]) => owners.length > 1)
    .map(([prefix, owners]) => ({
      path: 'services/manifest.ts',
      line: 1,
      message: `the id prefix ${prefix} belongs to ${owners.map(({ name }) => name).join(' and ')}`,
    }));

/** Returns a violation for a file that sends requests to public addresses in a service that the manifest keeps inside. */
function findUndeclaredInternet({ path, text }: SourceFile, entries: readonly ServiceEntry[]): Violation[] {
  const entry = entries.find(({ name }) => path.startsWith(`services/${name}/src/`));
  if (!entry || entry.internet || isTest(path) || !/from 'undici'|\begress\.agent\(/.test(text)) return [];
  return [{ path, line: 1, message: `sends requests, and services/manifest.ts does not open the internet for ${entry.name}` }];
}

/** Every service creates events in its transactions, so their prefix belongs to all. */
const SHARED_PREFIX = 'evt';

/** Returns each place where a service creates ids with a prefix of another service. */
function findForeignPrefixes({ path, text }: SourceFile, entries: readonly ServiceEntry[]): Violation[] {
  const entry = entries.find(({ name }) => path.startsWith(`services/${name}/src/`));
  if (!entry || isTest(path)) return [];
  return [...text.matchAll(/\bnewId\('([a-z]+)'\)/g)]
    .filter((match) => match[1] !== SHARED_PREFIX && !entry.id_prefixes.includes(match[1]!))
    .map((match) => ({
      path,
      line: 1,
      message: `creates ids with ${match[1]}, which is not a prefix of ${entry.name} in services/manifest.ts`,
    }));
}
