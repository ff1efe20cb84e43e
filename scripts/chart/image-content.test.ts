import { expect, test } from '@jest/globals';
import { serviceEntries } from '../../services/manifest.ts';
import { imageFiles, loadedFiles } from './image-content.ts';

test('the image contains no tests and no code for tests', () => {
  expect(imageFiles().filter((path) => /(^|\/)(test|e2e)\/|\.test(-d)?\.ts$|\/(testing|conformance)[^/]*\.ts$/.test(path))).toEqual([]);
});

test('the image contains the guides that the gateway serves to agents', () => {
  expect(imageFiles().filter((path) => path.startsWith('docs/'))).toEqual(
    expect.arrayContaining(['docs/api/basics.md', 'docs/api/tables.md']),
  );
});

test('the image contains every file that its programs load', () => {
  const programs = [
    ...serviceEntries.map(({ name }) => `services/${name}/src/main.ts`),
    'scripts/migrate.ts',
    'scripts/rotate-secret-key.ts',
    'scripts/space/main.ts',
  ];
  const files = new Set(imageFiles());
  const loaded = loadedFiles(programs);
  expect(loaded.length).toBeGreaterThan(300);
  expect(loaded.filter((path) => !files.has(path))).toEqual([]);
});
