import type { CommonQueryMethods, FragmentSqlToken, ListSqlToken } from 'slonik';
import { z } from 'zod';
import { sql } from './database.ts';
import { containing } from './expression-sql.ts';

/** A table in which a text is searched; every fragment is about its row `t`. */
export interface TextSource {
  /** Schema and table. */
  readonly table: readonly [schema: string, table: string];
  readonly title: FragmentSqlToken;
  readonly detail?: FragmentSqlToken;
  /** The lowered text that is searched; of a large table the expression of its trigram index. Default: the lowered title. */
  readonly text?: FragmentSqlToken;
  /** A further condition. */
  readonly where?: FragmentSqlToken;
  /** Another condition by which a row is found, after those that its text finds; undefined for a text that it cannot find. */
  readonly alsoMatches?: (space: string, q: string) => FragmentSqlToken | undefined;
  /** The id or name in the path of its read; default the id. */
  readonly address?: FragmentSqlToken;
  /** True for a table that can have very many rows of one Space. */
  readonly isLarge?: true;
}

/** The sources of a service by kind. */
export type TextSources = Readonly<Record<string, TextSource>>;

/** The text to find, and the kinds in which; `ids` limits a kind to some things. */
export interface TextSearch<Kind extends string> {
  readonly q: string;
  readonly limit: number;
  readonly kinds: readonly { readonly kind: Kind; readonly ids: readonly string[] | null }[];
}

const FoundRow = z.object({
  kind: z.string(),
  id: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  address: z.string(),
});

/** A thing that a search found. */
export type FoundText<Kind extends string> = z.infer<typeof FoundRow> & { readonly kind: Kind };

const ID = /^[a-z]{2,8}_[0-9a-z]{20,40}$/;
/** A shorter word has no trigram, so no index finds it. */
const TRIGRAM = 3;
/** The newest rows of a large table that are read when no index helps. */
const NEWEST = 2_000;
/** Matches of which the best are chosen. */
const CANDIDATES = 200;
const WORDS = 8;

/**
 * Finds things of a Space by words in their texts or by id, at most `limit` of each kind, those that begin with the text first. The cost
 * in a large table is bounded: words of three characters read its trigram index, and shorter ones its newest rows.
 */
export async function findByText<Kind extends string>(
  database: CommonQueryMethods,
  space: string,
  sources: TextSources,
  { q, limit, kinds }: TextSearch<Kind>,
): Promise<readonly FoundText<Kind>[]> {
  const searches = kinds.flatMap(({ kind, ids }) => {
    const source = sources[kind];
    return source ? [sql.fragment`(${searchOf(kind, source, { space, q: q.trim(), limit, ids })})`] : [];
  });
  if (searches.length === 0 || q.trim() === '') return [];
  const rows = await database.any(sql.type(FoundRow)`${sql.join(searches, sql.fragment` union all `)}`);
  return rows as readonly FoundText<Kind>[];
}

type Condition = FragmentSqlToken | ListSqlToken;

interface KindSearch {
  readonly space: string;
  readonly q: string;
  readonly limit: number;
  readonly ids: readonly string[] | null;
}

function searchOf(kind: string, source: TextSource, { space, q, limit, ids }: KindSearch): FragmentSqlToken {
  const { table, title, detail = sql.fragment`null::text`, address = sql.fragment`t.id`, where = sql.fragment`true` } = source;
  const words = q.split(/\s+/).slice(0, WORDS);
  const isId = ID.test(q);
  const named = sql.identifier([...table]);
  const isBounded = source.isLarge && !isId && words.every((word) => [...word].length < TRIGRAM);
  const from = isBounded
    ? sql.fragment`(select * from ${named} where space_id = ${space} order by id desc limit ${NEWEST})`
    : sql.fragment`${named}`;
  const text = source.text ?? sql.fragment`lower(${title})`;
  const matches = isId
    ? sql.fragment`t.id = ${q}`
    : sql.join(
        words.map((word) => sql.fragment`${text} like lower(${containing(word)})`),
        sql.fragment` and `,
      );
  const allowed = ids === null ? sql.fragment`true` : sql.fragment`t.id = any(${sql.array([...ids], 'text')})`;
  const candidates = (rows: FragmentSqlToken, rank: number, condition: Condition) => sql.fragment`(
    select t.id, ${title} as title, ${detail} as detail, ${address} as address, ${rank}::integer as rank
    from ${rows} as t where t.space_id = ${space} and ${condition} and ${allowed} and ${where} limit ${CANDIDATES})`;
  const further = isId ? undefined : source.alsoMatches?.(space, q);
  const all = [
    candidates(from, 0, matches),
    ...(further ? [candidates(sql.fragment`${named}`, 1, sql.fragment`${further} and not (${matches})`)] : []),
  ];
  return sql.fragment`
    select ${kind}::text as kind, f.id, f.title, f.detail, f.address from (${sql.join(all, sql.fragment` union all `)}) as f
    order by not starts_with(lower(f.title), lower(${q})), f.rank, f.id desc limit ${limit}`;
}
