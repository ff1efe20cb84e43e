import { dirname } from 'node:path/posix';
import { type Import, isTest, packageImports, relativeImports } from './imports.ts';
import type { SourceFile, Violation } from './sources.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the circles among folders, among files that load each other when the program runs, and among packages; and each
 * import of a service by another service or by a package. Tests are left out.
 */
export function findCircles(files: readonly SourceFile[]): Violation[] {
  const imports = relativeImports(files);
  return [
    ...circlesOf(folderGraph(imports)).map((folders) =>
      violation(folders, 'folders import each other in a circle', closing(imports, folders)),
    ),
    ...circlesOf(graphOf(imports.filter(({ isType }) => !isType).map(({ from, to }) => [from, to]))).map((circle) =>
      violation(circle, 'files import each other in a circle'),
    ),
    ...circlesOf(graphOf(packageEdges(files))).map((circle) => violation(circle, 'packages import each other in a circle')),
    ...findForbiddenImports(files),
  ];
}

/** Returns each import of a service by a package, or by a service other than `standalone`. */
function findForbiddenImports(files: readonly SourceFile[]): Violation[] {
  const services = new Set(
    files.flatMap(({ path }) => /^services\/([^/]+)\/package\.json$|^services\/([^/]+)\/src\//.exec(path)?.slice(1) ?? []),
  );
  return files
    .filter(({ path }) => /^(packages|services)\/[^/]+\/src\//.test(path) && !isTest(path) && !path.startsWith('services/standalone/'))
    .flatMap(({ path, text }) => {
      const own = path.split('/')[1]!;
      return packageImports(text)
        .map((name) => name.slice('@space/'.length))
        .filter((name) => services.has(name) && name !== own)
        .map((name) => ({ path, line: 1, message: `imports the service ${name}: ask it over the bus` }));
    });
}

const folderGraph = (imports: readonly Import[]): Graph =>
  graphOf(imports.map(({ from, to }) => [dirname(from), dirname(to)] as const).filter(([from, to]) => from !== to));

const packageEdges = (files: readonly SourceFile[]): (readonly [string, string])[] =>
  files.flatMap(({ path, text }) => {
    const [kind, name] = path.split('/');
    return (kind === 'packages' || kind === 'services') && path.includes('/src/') && !isTest(path)
      ? packageImports(text)
          .filter((to) => to !== `@space/${name}`)
          .map((to) => [`@space/${name}`, to] as const)
      : [];
  });

function graphOf(edges: readonly (readonly [string, string])[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (!graph.has(from)) graph.set(from, new Set());
    graph.get(from)!.add(to);
  }
  return graph;
}

/** Returns the strongly connected parts of a graph that have more than one node (Tarjan). */
function circlesOf(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  function visit(node: string): void {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.toSorted());
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

/** Returns the imports that lead from one folder of a circle to another, to show where to cut. */
const closing = (imports: readonly Import[], folders: readonly string[]): string[] => [
  ...new Set(
    imports
      .filter(({ from, to }) => dirname(from) !== dirname(to) && folders.includes(dirname(from)) && folders.includes(dirname(to)))
      .map(({ from, to }) => `${from} → ${to}`),
  ),
];

const violation = (circle: readonly string[], message: string, shown: readonly string[] = []): Violation => ({
  path: circle[0]!,
  line: 1,
  message: `${message}: ${circle.join(', ')}${shown.length > 0 ? `\n    ${shown.slice(0, 12).join('\n    ')}` : ''}`,
});
