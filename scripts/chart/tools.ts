import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cached } from '../brokers/cache.ts';
import { installDebianPackages } from '../brokers/debian.ts';
import { readEnvironment } from '../brokers/environment.ts';
import { findProgram, run, versionOf } from '../brokers/program.ts';

/** A program that is built with Go. */
interface GoTool {
  readonly package: string;
  readonly version: string;
  readonly flags?: readonly string[];
  readonly ldflags?: string;
  /** A module whose go.mod replaces others by its own folders, and the version under which those are published. */
  readonly staging?: readonly [module: string, version: string];
}

const KUBERNETES = 'v1.36.3';

/** The tools of the chart checks, the validation of the stand-in for Stripe and the object store, at exact versions. Each is built once and then cached. */
const tools = {
  helm: { package: 'helm.sh/helm/v4/cmd/helm', version: 'v4.3.1' },
  kubeconform: { package: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.8.0' },
  // The parser of Docker Compose, as a program.
  cmd: { package: 'github.com/compose-spec/compose-go/v2/cmd', version: 'v2.16.2' },
  promtool: {
    package: 'github.com/prometheus/prometheus/cmd/promtool',
    version: 'v0.315.0',
    // Without the clients of two dozen clouds, which would double the build time; our configuration uses DNS.
    flags: ['-tags', 'remove_all_sd,enable_dns_sd'],
  },
  // Answers requests by the OpenAPI document of Stripe, which it contains.
  'stripe-mock': { package: 'github.com/stripe/stripe-mock', version: 'v0.203.0' },
  // A server of S3 in memory, for the integration tests of the object store.
  gofakes3: { package: 'github.com/johannesboyne/gofakes3/cmd/gofakes3', version: 'v1.2.0' },
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

/** Go 1.21 and newer downloads the Go version that a module requires. */
const LEAST_GO = 21;
const { cache, programs } = readEnvironment();

/** Returns the path of a tool and builds it first if it does not exist; undefined without Go. */
export async function findTool(name: Tool, report: (line: string) => void): Promise<string | undefined> {
  const tool: GoTool = tools[name];
  const folder = join(dirname(cache), 'tools', `${name}-${tool.version}`);
  const there = await findProgram(name, [folder]);
  if (there) return there;
  const go = await findGo(report);
  if (!go) return undefined;
  report(`Building ${tool.package} ${tool.version} into ${folder}; this takes minutes, once.`);
  await cached(folder, (draft) => build(go, name, tool, draft));
  return join(folder, name);
}

/** Builds a tool in a module of its own: `go install package@version` rejects modules with replace directives. */
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
    // The tools run for a second, so that compiling them without optimizations takes less time in all.
    '-gcflags=all=-N -l',
    '-trimpath',
    '-ldflags',
    `-s -w ${tool.ldflags ?? ''}`,
    '-o',
    join(draft, name),
    tool.package,
  );
}

/** Returns a Go that can download newer ones, and installs it on a Debian system if there is none. */
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

/** Returns the Docker client if it has `docker compose`. */
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
