import Runtime from 'jest-runtime';

/**
 * Evaluates the sources of packages, services and npm one time in each process of jest, for all its files of tests. Evaluation for each file took
 * more than half of the CPU time of our tests. Modules of tests, their fixtures, suites of conformance and those that import `@jest/globals` are
 * evaluated for each file, because they declare hooks. Source modules therefore have no state that stays after a test: a test takes its changes
 * back.
 */
export default class SharedModulesRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const { esModuleRegistry, moduleRegistry } = this.registries;
    for (const [key, module] of shared.esm) esModuleRegistry.set(key, module);
    for (const [key, module] of shared.cjs) moduleRegistry.set(key, module);
  }

  /** Passes the modules on to the next file. The runtime stays able to import, because these modules may import more in a later file. */
  teardown() {
    const { esModuleRegistry, moduleRegistry } = this.registries;
    for (const [key, module] of esModuleRegistry) if (isShared(key, module, esModuleRegistry)) shared.esm.set(key, module);
    for (const [key, module] of moduleRegistry) if (isSource(key) && module.loaded) shared.cjs.set(key, module);
    this.restoreAllMocks();
    this.jestGlobals.clearJestObjectCache();
  }
}

/** The modules of this process by their keys: URLs of ESM, and paths of CommonJS. */
const shared = { esm: new Map(), cjs: new Map() };

const isSource = (key) =>
  /\/node_modules\/|\/(?:packages|services|scripts)\//.test(key) && !/\.test\.|\/test\/|\/fixtures\/|\/conformance/.test(key);

/** Returns true for an evaluated module of the sources that imports `@jest/globals` neither by itself nor by a module next to it. */
function isShared(key, module, registry) {
  if (shared.esm.has(key) || key.startsWith('node:')) return true;
  if (!isSource(key) || module.status !== 'evaluated') return false;
  return (module.dependencySpecifiers ?? []).every(function isSharedDependency(specifier) {
    if (specifier === '@jest/globals') return false;
    if (!specifier.startsWith('.')) return true;
    const dependency = registry.get(new URL(specifier, key).href);
    return dependency === undefined || !(dependency.dependencySpecifiers ?? []).includes('@jest/globals');
  });
}
