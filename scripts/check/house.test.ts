import { describe, expect, test } from '@jest/globals';
import { serviceEntries } from '../../services/manifest.ts';
import { findCircles } from './circles.ts';
import { findWrongCitations } from './citations.ts';
import { findCommentOpenings } from './comments.ts';
import { findBrokenLinks } from './links.ts';
import { findManifestDifferences } from './manifest.ts';
import { findHeaderlessTables } from './markdown-tables.ts';
import { findMigrationGaps } from './migrations.ts';
import { findLongSentences } from './sentences.ts';
import type { SourceFile } from './sources.ts';
import { findMisplacedSql } from './sql-files.ts';
import { findBannedWords } from './words.ts';

const file = (path: string, text: string): SourceFile => ({ path, text });

describe('findBannedWords', () => {
  test.each([
    ['a comment', '// the row is worked out later', 'is worked out'],
    ['an error text', "throw new Error('It is switched off')", 'switched off'],
    ['an identifier', 'const mayHear = 1;', 'Hear'],
    ['a document', 'Nobody is told.', 'Nobody'],
    ['SQL', '-- kept for a day', 'kept'],
  ])('finds a planted word in %s', (_where, text, word) => {
    expect(findBannedWords(file('a.ts', `const a = 1;\n${text}\n`))).toContainEqual(
      expect.objectContaining({ path: 'a.ts', line: 2, message: expect.stringContaining(`"${word}"`) }),
    );
  });

  test('accepts plain words and names of the platform', () => {
    expect(findBannedWords(file('a.ts', 'await Promise.allSettled(sends); // acked, retried; runs behind a proxy'))).toEqual([]);
  });
});

test('findCommentOpenings finds doc comments that open with a clause and accepts a verb or the identifier', () => {
  const text = '/** What a key may do. */\n/** Returns the keys. */\n/** `Lane` is a queue. */\n/**\n * How long it waits.\n */\n';
  expect(findCommentOpenings(file('a.ts', text)).map(({ line }) => line)).toEqual([1, 4]);
  expect(findCommentOpenings(file('a.md', text))).toEqual([]);
});

describe('findLongSentences', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

  test('finds a sentence of more than 30 words in Markdown only', () => {
    expect(findLongSentences(file('a.md', `# ${words(40)}\n\nShort one. ${words(31)}.\n`)).map(({ line }) => line)).toEqual([3]);
    expect(findLongSentences(file('a.ts', `// ${words(40)}`))).toEqual([]);
  });

  test('ends a sentence at a full stop, a list item, a paragraph, and skips code and tables', () => {
    const text = `${words(20)}.\n${words(20)}\n\n- ${words(20)}\n- ${words(20)}\n\n\`\`\`sh\n${words(50)}\n\`\`\`\n| ${words(40)} |\n`;
    expect(findLongSentences(file('a.md', text))).toEqual([]);
  });
});

test('findHeaderlessTables finds rows after a blank line, and no table in code', () => {
  const table = '| Name | Effect |\n|---|:-:|\n| a | b |\n';
  expect(findHeaderlessTables(file('a.md', `${table}\n| c | d |\n| e | f |\n\n${table}`)).map(({ line }) => line)).toEqual([5]);
  expect(findHeaderlessTables(file('a.md', `\`\`\`\n| c | d |\n\`\`\`\n${table}`))).toEqual([]);
  expect(findHeaderlessTables(file('a.ts', '| c | d |'))).toEqual([]);
});

describe('findCircles', () => {
  const inFolders = (one: string, other: string) => [
    file('services/x/src/a/one.ts', one),
    file('services/x/src/b/two.ts', other),
    file('services/x/src/b/three.ts', ''),
    file('services/x/src/a/four.ts', ''),
  ];

  test('finds a circle of folders, also one that only types close', () => {
    const [found] = findCircles(inFolders("import { two } from '../b/two.ts';", "import type { Four } from '../a/four.ts';"));
    expect(found!.message).toContain('services/x/src/a, services/x/src/b');
  });

  test('finds a circle of files that load each other, and accepts one that only types close', () => {
    const files = (other: string) => [
      file('packages/x/src/one.ts', "import { two } from './two.ts';"),
      file('packages/x/src/two.ts', `${other} from './one.ts';`),
    ];
    expect(findCircles(files('import { one }'))[0]!.message).toContain('packages/x/src/one.ts, packages/x/src/two.ts');
    expect(findCircles(files('import type { One }'))).toEqual([]);
    expect(findCircles(files('import { type One }'))).toEqual([]);
  });

  test('finds an import of a service by a service and by a package, and a circle of packages', () => {
    const messages = findCircles([
      file('services/x/src/service.ts', "import { y } from '@space/y';"),
      file('services/y/src/service.ts', ''),
      file('packages/p/src/index.ts', "import { q } from '@space/q/sub';\nimport { x } from '@space/x';"),
      file('packages/q/src/index.ts', "import { p } from '@space/p';"),
    ]).map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringContaining('packages import each other in a circle: @space/p, @space/q'),
      expect.stringContaining('imports the service y'),
      expect.stringContaining('imports the service x'),
    ]);
  });

  test('accepts imports in one direction, and tests', () => {
    expect(findCircles(inFolders("import { two } from '../b/two.ts';", ''))).toEqual([]);
    expect(
      findCircles([...inFolders("import { two } from '../b/two.ts';", ''), file('services/x/src/b/b.test.ts', "import '../a/one.ts';")]),
    ).toEqual([]);
  });
});

test('findMisplacedSql finds SQL outside of *.queries.ts and *-sql.ts', () => {
  const text = 'const a = 1;\nawait db.query(sql.type(z.object({ id: z.string() }))`select 1`);\n';
  expect(findMisplacedSql(file('services/x/src/rows.ts', text)).map(({ line }) => line)).toEqual([2]);
  expect(findMisplacedSql(file('services/x/src/rows.ts', 'sql.fragment`a`'))).toHaveLength(1);
  for (const path of ['services/x/src/rows.queries.ts', 'services/x/src/rows-sql.ts', 'services/x/test/rows.ts'])
    expect(findMisplacedSql(file(path, text))).toEqual([]);
});

test('findMigrationGaps finds a missing and a repeated number', () => {
  const paths = (...names: string[]) => names.map((name) => `services/x/migrations/${name}`);
  expect(findMigrationGaps(paths('001-a.sql', '002-b.sql'))).toEqual([]);
  expect(findMigrationGaps(paths('001-a.sql', '003-b.sql'))).toHaveLength(1);
  expect(findMigrationGaps(paths('001-a.sql', '001-b.sql'))).toHaveLength(1);
});

test('findBrokenLinks finds a link to a missing file and to a missing heading', () => {
  const page = file(
    'docs/a.md',
    '# One · two\n\n[a](../README.md) [b](missing.md) [c](#one--two) [d](#three) [e](https://example.com/x)\n',
  );
  expect(findBrokenLinks(page, [page]).map(({ message }) => message)).toEqual([
    'the link missing.md leads to no file',
    'the link #three leads to no heading',
  ]);
});

test('findWrongCitations finds a clause that the contract lacks, and a document that is not in the repository', () => {
  const foreign = ['spec', 'Limits'].join(', ');
  const messages = findWrongCitations([
    file('docs/contract.md', '- **W1** A promise.\n- **W2** Another.\n'),
    file('a.ts', `/** Good (contract, W1, W2). */\n/** Bad (contract, W3). */\n/** Foreign (${foreign}). */`),
  ]).map(({ line }) => line);
  expect(messages).toEqual([2, 3]);
});

test('findWrongCitations finds a second clause with an id', () => {
  const contract = file('docs/contract.md', '- **W1** A promise.\n- **W2** Another, as in **W1**.\n- **W1** A third.\n');
  expect(findWrongCitations([contract])).toEqual([expect.objectContaining({ path: 'docs/contract.md', line: 3 })]);
});

describe('findManifestDifferences', () => {
  test('finds no difference in this repository', () => {
    expect(findManifestDifferences()).toEqual([]);
  });

  test('names each place that misses a service of the manifest', () => {
    const entry = { ...serviceEntries[0]!, name: 'planted', id_prefixes: [] };
    expect(findManifestDifferences([...serviceEntries, entry]).map(({ path }) => path)).toEqual([
      'services',
      'services/standalone/src/services.ts',
      'docker-compose.yml',
      'charts/space/values.yaml',
      'charts/space/observability/prometheus.yml',
      'biome.json',
    ]);
  });

  test('names each place that runs a service which the manifest does not list', () => {
    const paths = findManifestDifferences(serviceEntries.filter(({ name }) => name !== 'tables')).map(({ path }) => path);
    expect(new Set(paths).size).toBe(6);
  });

  test('finds other ports, other egress and an id prefix of another service', () => {
    const changed = serviceEntries.map((entry) =>
      entry.name === 'gateway' ? { ...entry, ports: { api: 9 } } : { ...entry, internet: true, id_prefixes: ['tbl'] },
    );
    const messages = findManifestDifferences(changed).map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining('opens other ports for gateway'));
    expect(messages).toContainEqual(expect.stringContaining('about the internet of contacts'));
    const without = serviceEntries.map(({ object_store: _, ...entry }) => entry);
    expect(findManifestDifferences(without).filter(({ message }) => message.includes('about the object store of gateway'))).toHaveLength(2);
    expect(
      findManifestDifferences(serviceEntries.map((entry) => ({ ...entry, internet: false }))).map(({ message }) => message),
    ).toContainEqual(expect.stringContaining('does not open the internet for delivery'));
    expect(messages).toContainEqual(expect.stringContaining('the id prefix tbl belongs to contacts and tables'));
    expect(messages).toContainEqual(expect.stringContaining('creates ids with con'));
  });
});
