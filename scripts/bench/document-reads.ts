import { openDatabase, sql } from '@space/database';
import { spaceWord } from '@space/text';
import type { Figure } from './figure.ts';
import { median, percentile } from './load.ts';
import type { Subject } from './subject.ts';

/** Documents that are searched, and the words of each. */
const DOCUMENTS = 10_000;
const WORDS = 450;
/** Words of the language of these texts; the first ones are the most frequent. */
const VOCABULARY = 20_000;
const FILLED_AT_ONCE = 200;
const READS = 200;
/** One of so many searches is for one word that most documents have. */
const COMMON_EVERY = 4;

/** Measures searches and lists of 10,000 documents next to their SQL over HTTP. */
export async function measureReads({ profile, space_id, client }: Subject, source: string, floorUrl: string): Promise<Figure[]> {
  await fillDocuments(profile.connection.database_url!, space_id, source);
  const query = (at: number) =>
    at % COMMON_EVERY === 0 ? ['w1'] : [`w${(at * 131) % (VOCABULARY / 20)}`, `w${(at * 37) % (VOCABULARY / 100)}`];
  const tsquery = (at: number) =>
    query(at)
      .map((word, place, { length }) => `'${spaceWord(space_id, word)}'${place === length - 1 ? ':*' : ''}`)
      .join(' & ');
  const found = await timesOf((at) => client.documents.search({ q: query(at).join(' ') }));
  const floorFound = await timesOf((at) => read(`${floorUrl}/search?${new URLSearchParams({ space: space_id, q: tsquery(at) })}`));
  const listed = await timesOf(() => client.documents.list({ limit: 50 }));
  const floorListed = await timesOf(() => read(`${floorUrl}/list?space=${space_id}`));
  const most = { unit: 'ms', is_goal_of_value: true, bound: 'most' } as const;
  return [
    { ...most, name: 'search of 10,000 documents, p95', floor: percentile(floorFound, 0.95), goal: 40, value: percentile(found, 0.95) },
    { ...most, name: 'the same, median', floor: median(floorFound), goal: 20, value: median(found) },
    {
      ...most,
      name: 'a list of 50 of 10,000 documents, p95',
      floor: percentile(floorListed, 0.95),
      goal: 20,
      value: percentile(listed, 0.95),
    },
  ];
}

/** Returns the milliseconds of each of some calls, one after the other. */
async function timesOf(act: (at: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < READS; at += 1) {
    const began = performance.now();
    await act(at);
    times.push(performance.now() - began);
  }
  return times.slice(READS / 10);
}

async function read(url: string): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Inserts documents of random words with SQL instead of the API. Their other columns are those of a document. */
async function fillDocuments(databaseUrl: string, space: string, source: string): Promise<void> {
  const database = await openDatabase(databaseUrl);
  for (let from = 1; from <= DOCUMENTS; from += FILLED_AT_ONCE) {
    await database.query(sql.typeAlias('void')`
      insert into library.document (space_id, id, title, content_version, created_by, edited_by, edited_at, created_at, updated_at)
      select space_id, 'doc_s' || lpad(i::text, 25, '0'), 'Report ' || i, 1, created_by, edited_by, now(), now(), now()
      from library.document, generate_series(${from}::int, ${from + FILLED_AT_ONCE - 1}::int) as i where space_id = ${space} and id = ${source}`);
    await database.query(sql.typeAlias('void')`
      insert into library.document_text (space_id, document_id, version, markdown, text, places, outline, refs, excerpt, characters, blocks_count, words)
      select ${space}, 'doc_s' || lpad(i::text, 25, '0'), 1, t.text, t.text, '[]', '[]', '[]', left(t.text, 280), length(t.text), 1, t.words::tsvector
      from generate_series(${from}::int, ${from + FILLED_AT_ONCE - 1}::int) as i, lateral (
        select string_agg('w' || w.number, ' ') as text, string_agg(${`'${spaceWord(space, 'w')}`} || w.number || ${"':3C"}, ' ') as words
        from (
          select floor(power(random(), 4) * ${VOCABULARY}::int)::int as number from generate_series(1, ${WORDS}::int) as k where i > 0
        ) as w
      ) as t`);
  }
  await database.query(sql.typeAlias('void')`vacuum analyze library.document`);
  await database.query(sql.typeAlias('void')`vacuum analyze library.document_text`);
  await database.end();
}
