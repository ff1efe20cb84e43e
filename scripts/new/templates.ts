const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns the files of a new service and of its contract, by path. The service has no operation yet. */
export const serviceFiles = (name: string): Readonly<Record<string, string>> => ({
  [`services/${name}/package.json`]: json({
    name: `@space/${name}`,
    version: '1.0.0',
    private: true,
    license: 'UNLICENSED',
    type: 'module',
    exports: { '.': './src/index.ts' },
    dependencies: { '@space/contracts': '1.0.0', '@space/runtime': '1.0.0' },
  }),
  [`services/${name}/README.md`]: `# ${name}

Owns nothing yet.

**Tables** (schema \`${name}\`): none yet.

**Contracts**: \`${name}\`, which has no operation yet.

**Events**: it emits and consumes none. Set \`emits\` in \`services/manifest.ts\` when it emits.
`,
  [`services/${name}/migrations/001-${name}.sql`]: `-- The tables of the service ${name}. Each primary key begins with the id of the Space.
comment on schema ${name} is 'The service ${name}.';
`,
  [`services/${name}/src/service.ts`]: `import { fileURLToPath } from 'node:url';
import { ${name} } from '@space/contracts/${name}';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';

/** The service ${name}. Describe here its entities, its guarantees and what it does not guarantee. */
export const ${name}Service: Service = {
  ...manifest.${name},
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open: () => ({ serves: [serving(${name}, {})] }),
};
`,
  [`services/${name}/src/main.ts`]: `import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { ${name}Service } from './service.ts';

await main(${name}Service, consumerGroups);
`,
  [`services/${name}/src/index.ts`]: `export { ${name}Service } from './service.ts';
`,
  [`services/${name}/test/${name}.integration.test.ts`]: `import { expect, test } from '@jest/globals';
import { startServices } from '@space/runtime/testing';
import { ${name}Service } from '../src/index.ts';

test('the service ${name} starts on its migrated schema and stops', async () => {
  const services = await startServices([${name}Service]);
  expect(services.ports.eventLog.ready()).toBe(true);
  await services.stop();
});
`,
  [`packages/contracts/src/${name}/${name}.ts`]: `import { contract } from '../core/operation.ts';

/** The operations of the service ${name}. */
export const ${name} = contract({
  name: '${name}',
  service: '${name}',
  tag: '${capitalized(name)}',
  description: 'Operations of ${name}.',
  operations: {},
});
`,
  [`packages/contracts/src/${name}/index.ts`]: `export * from './${name}.ts';
`,
});
