import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { codeBlocks } from '../documents/code-blocks.ts';
import { root } from '../step.ts';
import type { Faults } from './checklist.ts';
import { CHART, type Rendered, renderArguments } from './helm.ts';
import { secretKeys } from './manifests.ts';
import { containersOf, podOf } from './restricted.ts';

const README = 'charts/space/README.md';
const RELEASE = ['upgrade', '--install', 'space', 'charts/space'];

/** The shell prints the arguments of each call of kubectl and helm: words end with a zero byte, calls with two. */
const prelude = `set -euo pipefail
kubectl() { printf '%s\\0' kubectl "$@" ''; }
helm() { printf '%s\\0' helm "$@" ''; }
`;

/**
 * Returns a sentence for each fault of the commands that install the chart, as its README shows them. `helm template`
 * takes the flags of `helm upgrade`, and the Secrets must be those that the rendered pods read.
 */
export async function installFaults(helm: string | undefined): Promise<Faults> {
  if (!helm) return undefined;
  const block = codeBlocks.find(({ file, text }) => file === README && text.startsWith('kubectl create namespace'));
  if (!block) return [`${README} does not install the chart`];
  const env = { ...process.env, POSTGRES_PASSWORD: 'secret', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const { stdout } = await promisify(execFile)('bash', ['-c', prelude + block.text], { cwd: root, env });
  const calls = stdout
    .split('\0\0')
    .filter(Boolean)
    .map((call) => call.split('\0'));
  const upgrade = calls.find(([program, verb]) => program === 'helm' && verb === 'upgrade') ?? [];
  if (upgrade.slice(1, 5).join() !== RELEASE.join()) return [`${README} does not run helm ${RELEASE.join(' ')}`];
  const rendered = await renderArguments(
    helm,
    upgrade.slice(5).filter((word) => word !== '--wait'),
  );
  return [...imageFaults(rendered), ...secretFaults(calls, rendered), ...otherFaults(calls, rendered, block.text)];
}

/** Returns a sentence for each image that the chart runs and the README does not push. */
function imageFaults({ manifests }: Rendered): string[] {
  const pushed = codeBlocks.flatMap(({ file, text }) => (file === README ? (/^docker push (\S+)$/m.exec(text)?.[1] ?? []) : []));
  const images = new Set(manifests.flatMap((manifest) => containersOf(podOf(manifest) ?? { containers: [] })).map(({ image }) => image));
  return [...images].filter((image) => !pushed.includes(image)).map((image) => `${README} does not push ${image}, which the chart runs`);
}

/** Returns a sentence for each Secret that the commands create and no pod reads, or the other way round. */
function secretFaults(calls: readonly (readonly string[])[], rendered: Rendered): string[] {
  const created = calls.flatMap((call) => {
    const [, name] = /\bcreate secret generic (\S+)/.exec(call.join(' ')) ?? [];
    return call.flatMap((word) => (name && word.startsWith('--from-literal=') ? [`${name} ${word.split('=')[1]}`] : []));
  });
  const read = secretKeys(rendered.manifests);
  return [
    ...created.filter((key) => !read.has(key)).map((key) => `${README} creates ${key}, which no pod reads`),
    ...[...read].filter((key) => !created.includes(key)).map((key) => `${README} does not create ${key}, which a pod reads`),
  ];
}

/** Returns a sentence for each call that is not known here, and for a test or a namespace that does not fit. */
function otherFaults(calls: readonly (readonly string[])[], { text }: Rendered, block: string): string[] {
  const known = [
    /^kubectl create namespace space$/,
    /^kubectl label namespace space pod-security\.kubernetes\.io\/enforce=restricted$/,
    /^kubectl --namespace space create secret generic /,
    /^helm upgrade .*--namespace space /,
    /^helm test space --namespace space$/,
  ];
  const unknown = calls.map((call) => call.join(' ')).filter((call) => !known.some((pattern) => pattern.test(call)));
  const tests = /"?helm\.sh\/hook"?: "?test/.test(text) || !block.includes('helm test') ? [] : [`${CHART} has no test of helm`];
  return [...unknown.map((call) => `${README}: nothing checks "${call}"`), ...tests];
}
