const typescript = {
  testEnvironment: 'node',
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
    { ...withPostgres, displayName: 'e2e', testMatch: ['<rootDir>/e2e/**/*.test.ts'] },
  ],
  testTimeout: 60_000,
};
