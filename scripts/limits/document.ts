import { bounds } from '@space/contracts/bounds';
import { type Bound, boundAnswer } from '@space/contracts/core';

const TITLES: Readonly<Record<string, string>> = {
  core: 'Every request',
  platform: 'Keys, agents, processes and storage',
  contacts: 'Contacts and audiences',
  tables: 'Tables',
  publishing: 'Sites, pages, blogs and social posts',
  scheduling: 'Forms, bookings and the calendar',
  events: 'Feeds, webhooks and automations',
};

const INTRODUCTION = `# Limits

Every bound on input, time, memory, concurrency and storage, with the answer above it. Errors are
[problems](api/basics.md#errors) whose \`detail\` names the bound and the way out. A 429 or 503 has \`Retry-After\`, in seconds.
The length of a single field is in the reference, as \`maxLength\` or \`maxItems\`. A bound with a setting can be changed; see
[settings](operations/settings.md). \`npm run limits\` writes this page from
\`packages/contracts\`.
`;

const number = (value: number | string): string => (typeof value === 'number' ? value.toLocaleString('en-US') : value);

const row = (bound: Bound): string =>
  `| ${bound.subject} | ${`${number(bound.value)} ${bound.unit}`.trim()} | ${bound.per} | ${boundAnswer(bound)} | ${bound.setting ? `\`${bound.setting}\`` : '–'} |`;

/** Returns the text of docs/limits.md: one table for each domain. */
export function limitsDocument(): string {
  const parts = Object.entries(bounds).map(([domain, list]) =>
    [
      `## ${TITLES[domain] ?? domain}`,
      '| Bound | Value | For each | Answer above it | Setting |',
      '|---|---|---|---|---|',
      ...list.map(row),
      '',
    ].join('\n'),
  );
  return `${INTRODUCTION}\n${parts.join('\n')}`;
}
