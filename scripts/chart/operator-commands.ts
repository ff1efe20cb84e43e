import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { codeBlocks, codeSpans } from '../documents/code-blocks.ts';
import { root } from '../step.ts';
import type { Faults } from './checklist.ts';
import { composeServices } from './compose.ts';
import { renderArguments } from './helm.ts';
import { labels, type Selected, secretKeys } from './manifests.ts';

/** A name in a command, and the document of the command. */
interface Named {
  readonly place: string;
  readonly name: string;
}

/** Every command of an operator, in blocks and in sentences, with a service in place of `<service>`. */
const commands = [...codeBlocks.filter(({ language }) => language === 'sh'), ...codeSpans]
  .filter(({ text }) => /\b(kubectl|helm|docker compose|--set)\b|^services\./.test(text))
  .map(({ file, line, text }) => ({ place: `${file}:${line}`, text: text.replaceAll(/<(service|group)>/g, 'delivery') }));

const namesIn = (pattern: RegExp): Named[] =>
  commands.flatMap(({ place, text }) => [...text.matchAll(pattern)].map(([, name = '']) => ({ place, name })));

const faults = (named: readonly Named[], isKnown: (name: string) => boolean, sentence: string): string[] =>
  named.filter(({ name }) => !isKnown(name)).map(({ place, name }) => `${place}: ${name} ${sentence}`);

/** The commands that select objects by a label. */
const selecting: Readonly<Record<Selected, RegExp>> = {
  pods: /(?:get pods|logs) --selector ([\w./]+=[\w-]+)/g,
  jobs: /get jobs --selector ([\w./]+=[\w-]+)/g,
  deployment: /deployment --selector ([\w./]+=[\w-]+)/g,
};

/**
 * Returns a sentence for each name in the documents that an operator would not find: of a Deployment, a label, a Secret, a
 * program of the image, a service of compose. Values for `--set` must be accepted by the chart.
 */
export async function unknownNamesInCommands(helm: string | undefined): Promise<Faults> {
  if (!helm) return undefined;
  const { manifests } = await renderArguments(helm, []);
  const deployments = new Set(manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name));
  const secrets = secretKeys(manifests);
  const readSecrets = commands.flatMap(({ place, text }) =>
    [...text.matchAll(/get secret (\S+) -o jsonpath='\{\.data\.([\w-]+)\}'/g)].map(([, name, key]) => ({ place, name: `${name} ${key}` })),
  );
  const refused = await Promise.all(
    namesIn(/--set ([\w.]+=\S+)/g).map(({ place, name }) => {
      const value = name.replace(/<\w+>|…/, '3');
      return renderArguments(helm, ['--set', value]).then(
        () => [],
        (error: Error) => [`${place}: the chart refuses --set ${value}: ${error.message}`],
      );
    }),
  );
  return [
    ...faults(namesIn(/\bdeployment[/ ](?!-)([\w-]+)/g), (name) => deployments.has(name), 'is no Deployment of the chart'),
    ...Object.entries(selecting).flatMap(([selected, pattern]) => {
      const known = labels(manifests, selected as Selected);
      return faults(namesIn(pattern), (name) => known.has(name), `is no label of ${selected}`);
    }),
    ...faults(namesIn(/(kubectl logs --selector (?!.*--tail=-1).*)/g), () => false, 'prints ten lines only: add --tail=-1'),
    ...faults(readSecrets, (name) => secrets.has(name), 'is no key of a Secret that a pod reads'),
    ...faults(namesIn(/\bnode (scripts\/\S+\.ts)/g), (name) => existsSync(join(root, name)), 'does not exist'),
    ...faults(namesIn(/docker compose (?:logs|exec) (\w+)/g), (name) => Object.hasOwn(composeServices(), name), 'is no service of compose'),
    ...refused.flat(),
  ];
}
