import type { Violation } from './sources.ts';

/** Returns each gap and each repetition in the numbers of a service's migrations, `001-<name>.sql` and so on. */
export function findMigrationGaps(paths: readonly string[]): Violation[] {
  const files = paths.filter((path) => /^services\/[^/]+\/migrations\/.*\.sql$/.test(path));
  return [...Map.groupBy(files, (path) => path.slice(0, path.lastIndexOf('/')))].flatMap(([folder, names]) =>
    names.toSorted().flatMap((path, index) => {
      const number = Number(/(\d{3})-[a-z0-9-]+\.sql$/.exec(path)?.[1]);
      const expected = index + 1;
      return number === expected
        ? []
        : [{ path, line: 1, message: `the migration number ${String(expected).padStart(3, '0')} of ${folder} is missing or repeated` }];
    }),
  );
}
