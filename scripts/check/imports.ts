import { dirname, join, normalize } from 'node:path/posix';
import type { SourceFile } from './sources.ts';

/** An import or re-export of one file by another, both by their path from the root. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** True for an import of types only, which loads nothing at run time. */
  readonly isType: boolean;
}

const STATEMENT = /^\s*(?:import|export)\s+(type\s+)?(?:([^'";]*?)\s+from\s+)?['"]([^'"]+)['"]/gm;

/** Returns the relative imports of TypeScript files, tests left out. */
export function relativeImports(files: readonly SourceFile[]): Import[] {
  return files
    .filter(({ path }) => /\.m?tsx?$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(STATEMENT)]
        .filter(([, , , specifier]) => specifier!.startsWith('.'))
        .map(([, type, names = '', specifier]) => ({
          from: path,
          to: normalize(join(dirname(path), specifier!)),
          isType: type !== undefined || isOnlyTypes(names),
        })),
    );
}

/** Returns the names of packages of ours that a file imports, such as `@space/bus`. */
export const packageImports = (text: string): string[] =>
  [...text.matchAll(STATEMENT)].flatMap(([, , , specifier]) => /^@space\/[a-z-]+/.exec(specifier!)?.[0] ?? []);

/** Returns true for tests and files that only tests use. */
export const isTest = (path: string): boolean => /\.test(-d)?\.ts$|^(packages|services)\/[^/]+\/test\//.test(path);

/** True for `{ type A, type B }`. */
const isOnlyTypes = (names: string): boolean => {
  const list = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  return list?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false;
};
