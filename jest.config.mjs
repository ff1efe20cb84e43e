const typescript = {
  testEnvironment: '<rootDir>/scripts/test/environment.mjs',
  runtime: '<rootDir>/scripts/test/runtime.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/scripts/test/strip-types.mjs' },
};

const withPostgres = {
  ...typescript,
  globalSetup: '<rootDir>/scripts/test/start-postgres.mts',
  globalTeardown: '<rootDir>/scripts/test/stop-postgres.mts',
};

export default {
  projects: [
    {
      ...typescript,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,scripts}/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '^<rootDir>/(packages|services)/[^/]+/test/'],
    },
    { ...withPostgres, displayName: 'integration', testMatch: ['<rootDir>/{packages,services}/*/test/**/*.test.ts'] },
    // On a running profile, which SPACE_E2E names: `npm test` starts one.
    {
      ...typescript,
      displayName: 'e2e',
      testMatch: ['<rootDir>/e2e/**/*.test.ts', '!**/e2e/{standalone,cluster,cost}/**'],
    },
    // On a standalone profile that nothing else uses, since the tests measure its process.
    { ...typescript, displayName: 'cost', testMatch: ['<rootDir>/e2e/cost/**/*.test.ts'] },
    // These start profiles of their own: the standalone one with other settings, and clusters to inject faults.
    { ...withPostgres, displayName: 'launches', testMatch: ['<rootDir>/e2e/standalone/**/*.test.ts'] },
    { ...withPostgres, displayName: 'faults', testMatch: ['<rootDir>/e2e/cluster/**/*.test.ts'] },
  ],
  testTimeout: 180_000,
  // Each file leaves modules in the heap of its worker. Near the limit of the heap a collection takes ten seconds, so the worker is renewed before.
  workerIdleMemoryLimit: '1500MB',
};
