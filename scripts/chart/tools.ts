import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cached } from '../brokers/cache.ts';
import { installDebianPackages } from '../brokers/debian.ts';
import { readEnvironment } from '../brokers/environment.ts';
import { findProgram, run, versionOf } from '../brokers/program.ts';

/** A program that Go builds. */
interface GoTool {
  readonly package: string;
  readonly version: string;
  readonly flags?: readonly string[];
  readonly ldflags?: string;
  /** A module whose go.mod replaces others by folders of its own, and the version under which those are published. */
  readonly staging?: readonly [module: string, version: string];
}

const KUBERNETES = 'v1.36.3';

/** What the chart is checked with, at exact versions: each is built once and kept in the cache. */
const tools = {
  helm: { package: 'helm.sh/helm/v4/cmd/helm', version: 'v4.3.1' },
  kubeconform: { package: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.8.0' },
  // What Docker Compose reads its files with, as a program.
  cmd: { package: 'github.com/compose-spec/compose-go/v2/cmd', version: 'v2.16.2' },
  promtool: {
    package: 'github.com/prometheus/prometheus/cmd/promtool',
    version: 'v0.315.0',
    // Without the clients of two dozen clouds, which would double the time it takes to build; DNS is what our configuration uses.
    flags: ['-tags', 'remove_all_sd,enable_dns_sd'],
  },
  etcd: { package: 'go.etcd.io/etcd/server/v3', version: 'v3.6.5' },
  'kube-apiserver': {
    package: 'k8s.io/kubernetes/cmd/kube-apiserver',
    version: KUBERNETES,
    ldflags: `-X k8s.io/component-base/version.gitVersion=${KUBERNETES} -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=36`,
    staging: ['k8s.io/kubernetes', KUBERNETES.replace('v1', 'v0')],
  },
} satisfies Record<string, GoTool>;

/** The name of a tool. */
export type Tool = keyof typeof tools;

/** From 1.21 on Go fetches the newer Go that a module asks for. */
const LEAST_GO = 21;
const { cache, programs } = readEnvironment();

/** Where a tool is, built first when it must be; undefined where there is no Go to build it with. */
export async function findTool(name: Tool, report: (line: string) => void): Promise<string | undefined> {
  const tool: GoTool = tools[name];
  const folder = join(dirname(cache), 'tools', `${name}-${tool.version}`);
  const there = await findProgram(name, [folder]);
  if (there) return there;
  const go = await findGo(report);
  if (!go) return undefined;
  report(`Building ${tool.package} ${tool.version} into ${folder}; minutes, once.`);
  await cached(folder, (draft) => build(go, name, tool, draft));
  return join(folder, name);
}

/** `go install package@version` refuses modules with replace directives; a module that requires one does not mind. */
async function build(go: string, name: Tool, tool: GoTool, draft: string): Promise<void> {
  const env = { GOTOOLCHAIN: 'auto', CGO_ENABLED: '0', GOFLAGS: '-mod=mod' };
  const inDraft = (...args: string[]): Promise<{ stdout: string }> => run(go, args, { env, cwd: draft });
  await inDraft('mod', 'init', 'tools');
  if (tool.staging) {
    const [module, version] = tool.staging;
    const { GoMod } = JSON.parse((await inDraft('mod', 'download', '-json', `${module}@${tool.version}`)).stdout) as { GoMod: string };
    const replaced = (await readFile(GoMod, 'utf8')).matchAll(/^\s*(\S+) => \.\//gm);
    await inDraft('mod', 'edit', ...[...replaced].map(([, one]) => `-replace=${one}=${one}@${version}`));
  }
  await inDraft('get', '-tool', `${tool.package}@${tool.version}`);
  await inDraft(
    'build',
    ...(tool.flags ?? []),
    '-trimpath',
    '-ldflags',
    `-s -w ${tool.ldflags ?? ''}`,
    '-o',
    join(draft, name),
    tool.package,
  );
}

/** A Go that can fetch the newer one that a module may ask for, installed first where that is easy. */
export async function findGo(report: (line: string) => void): Promise<string | undefined> {
  const found = await recentGo();
  if (found) return found;
  await installDebianPackages(['golang-go'], programs, report);
  return recentGo();
}

async function recentGo(): Promise<string | undefined> {
  for (const folder of [...programs, '/usr/local/go/bin', '/usr/lib/go/bin']) {
    const go = await findProgram('go', [folder]);
    if (go && (await versionOf(go, 'version', /version go1\.(\d+)/)) >= LEAST_GO) return go;
  }
  return undefined;
}

/** The Docker client, where it has `docker compose`. */
export async function findDockerCompose(): Promise<string | undefined> {
  const docker = await findProgram('docker', programs);
  const hasCompose =
    docker !== undefined &&
    (await run(docker, ['compose', 'version']).then(
      () => true,
      () => false,
    ));
  return hasCompose ? docker : undefined;
}
