type Edit = (text: string) => string;

/** Returns the edits that add a service to the manifest and to each file that lists services, by path. */
export const serviceEdits = (name: string): Readonly<Record<string, Edit>> => ({
  'services/manifest.ts': (text) =>
    text.replace(
      /^ {2}gateway: \{$/m,
      `  ${name}: {
    name: '${name}',
    schema: '${name}',
    emits: false,
    consumer_groups: [],
    id_prefixes: [],
    ports: {},
    internet: false,
  },
  gateway: {`,
    ),
  'services/standalone/src/services.ts': (text) =>
    sortedImport(text, `import { ${name}Service } from '@space/${name}';`).replace(
      /^ {2}gatewayService,$/m,
      `  ${name}Service,\n  gatewayService,`,
    ),
  'services/standalone/package.json': (text) => withDependency(text, `@space/${name}`),
  'packages/contracts/package.json': (text) =>
    text.replace('    "./catalog":', `    "./${name}": "./src/${name}/index.ts",\n    "./catalog":`),
  'packages/contracts/src/catalog/catalog.ts': (text) =>
    sortedImport(text, `import { ${name} } from '../${name}/${name}.ts';`).replace(
      /(export const contracts = \{[^}]*)\n\} as const;/,
      `$1\n  ${name},\n} as const;`,
    ),
  'docker-compose.yml': (text) =>
    text.replace(/^ {2}migrate:$/m, `  ${name}:\n    <<: *service\n    command: [node, services/${name}/src/main.ts]\n\n  migrate:`),
  'charts/space/values.yaml': (text) =>
    text.replace(/^serviceDefaults:$/m, `  ${name}: {}\n\nserviceDefaults:`).replace(/\n\n( {2}\w+: \{\}\n\nserviceDefaults)/, '\n$1'),
  'charts/space/observability/prometheus.yml': (text) => text.replace(/(names: \[[^\]]*)\]/, `$1, ${name}]`),
  'biome.json': (text) => text.replace(/^( *)"@space\/standalone",$/m, `$1"@space/${name}",\n$1"@space/standalone",`),
});

/** Inserts an import at its place among the sorted imports of a file. */
function sortedImport(text: string, line: string): string {
  const lines = text.split('\n');
  // The last line of an import, which may have several, has the specifier.
  const specifier = (one: string): string | undefined => /^(?:import .*|\}) from '([^']+)';$/.exec(one)?.[1];
  const after = lines.findLastIndex((one) => isBefore(specifier(one), specifier(line)!));
  lines.splice(after + 1, 0, line);
  return lines.join('\n');
}

/** The order of the formatter: packages first, then `../` before `./`, each by name. */
const isBefore = (one: string | undefined, other: string): boolean =>
  one !== undefined &&
  (one.startsWith('.') === other.startsWith('.') ? one.localeCompare(other, 'en', { numeric: true }) < 0 : !one.startsWith('.'));

function withDependency(text: string, name: string): string {
  const manifest = JSON.parse(text) as { dependencies: Record<string, string> };
  const dependencies = Object.fromEntries(
    Object.entries({ ...manifest.dependencies, [name]: '1.0.0' }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`;
}
