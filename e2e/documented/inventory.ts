import { type CodeBlock, codeBlocks } from '../../scripts/documents/code-blocks.ts';

/** Blocks that no test runs, by the start of each, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  '# Set REPOSITORY':
    'it installs and starts; commands.test.ts runs it with another npm, and e2e/standalone/clone.test.ts installs and starts a copy of the files of a clone',
  'npm start            # standalone':
    'it installs, starts and tests; e2e/standalone/clone.test.ts does so in a copy of the files of a clone',
  'npm test': 'it runs tests; commands.test.ts compares suites, scripts and paths with those that exist',
  'SPACE_WEBHOOK_ALLOW=127.0.0.0/8 SPACE_RATE_LIMIT=0 npm start': 'it runs tests on a profile that it starts, as the suite standalone does',
  'npm run space -- events tail': 'it runs until Ctrl-C; e2e/journeys/command-line.test.ts runs it',
  'npm run space -- listen': 'it runs until Ctrl-C; e2e/journeys/listen.test.ts runs it',
  'npx openapi-typescript': 'it fetches generators; e2e/api-clients runs them, in the same versions',
  'npm run brokers': 'it runs until Ctrl-C; the suite cluster starts the same brokers',
  'npm run db': 'it runs until Ctrl-C; scripts/test/template-database.test.ts creates its template',
  'export NATS_URL': 'it needs NATS and Kafka; the suite cluster starts the same programs with the same settings',
  'node scripts/launch.mjs --inspect': 'it waits for a debugger; debugger.test.ts attaches one',
  'node_modules/node/bin/node --inspect-brk': 'it waits for a debugger; debugger.test.ts attaches one',
  'docker build': 'it needs Docker and a registry; the suite chart compares the image with the one that the chart runs',
  'docker run': 'it needs Docker; e2e/standalone/tracing.test.ts receives the traces instead of Jaeger',
  'npm run new service': 'it changes the repository; e2e/standalone/new-service.test.ts runs it in a copy',
  'curl -T photo.jpg': 'it needs an upload; services/gateway/test/byte-door.integration.test.ts runs it with one',
  'npm run client': 'e2e/installed-client runs it in a folder of its own',
  'npm install /path/to/': 'e2e/installed-client installs the tarball in a program of its own',
  'kubectl create namespace': 'it needs a cluster; the suite chart renders it with the same flags',
  "import { createClient, SpaceError } from '@space/client'": 'e2e/installed-client compiles and runs it with the installed client',
  "import { verifyWebhook } from '@space/client/webhooks'": 'e2e/installed-client compiles it and sends it a signed delivery',
  "import * as decoding from 'lib0/decoding'": 'e2e/journeys/live.test.ts opens documents with the same package in the same way',
  '<img src=': 'e2e/journeys/pictures.test.ts requests variants of pictures at such addresses',
  '<script>': 'services/publishing/src/serving/frame-script.test.ts runs it',
};

/** Returns true for a block that no test of this folder runs. */
export const isLeftOut = ({ text }: CodeBlock): boolean => Object.keys(leftOut).some((start) => text.startsWith(start));

const runOf = (languages: readonly string[]): CodeBlock[] =>
  codeBlocks.filter((block) => languages.includes(block.language) && !isLeftOut(block));

/** The blocks that the tests of this folder run, by the kind of test. A block in no list and with no reason is a failure. */
export const run = {
  commands: runOf(['sh']),
  requests: runOf(['http']),
  answers: runOf(['json']),
  queries: runOf(['sql']),
  programs: runOf(['ts']),
} as const;
