import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { corrected, type Knowledge, type Phrase, splitsOf, type Term, type Terms, termsOf } from './search-terms.ts'

/** A search of `product p`: what to read from, and the rank of a row. */
export type Search = { from: RawBuilder<unknown>; rank: string | undefined }

const EVERYTHING: Search = { from: sql`product p`, rank: undefined }

/** A name of few words is nearer to them than a long name. */
const RANK = '-(s.score + 1.0 / (20 + length(p.name)))::float8'

/** Display orders first, then products without one, in the order of their random `placement`. */
const FEATURED = 'coalesce(p.display_order, 2147483648 + p.placement)::float8'

/** The order of a search, or of the store without one: ascending numbers, as SQL. */
export const rankOf = ({ rank }: Search): [string, ...string[]] => (rank ? [rank, FEATURED] : [FEATURED])

/**
 * Runs a search. When no product has all words, it runs again with typing errors mended, and then for products with some of the words.
 * Filters of `run` do not lead to another search: a product that they exclude is there.
 */
export async function searchWith<T extends { total: number }>(
  ctx: Context,
  q: string | undefined,
  run: (search: Search) => Promise<T>,
): Promise<T & { isAlike: boolean }> {
  if (!q) return { ...(await run(EVERYTHING)), isAlike: false }
  const terms = termsOf(q)
  const strict = await run(searchFor(terms, 'all'))
  if (strict.total > 0 || terms.terms.length === 0) return { ...strict, isAlike: false }
  const known = await lookUp(ctx, terms)
  const mended = known && corrected(terms, known)
  if (!mended) return { ...strict, isAlike: false }
  const search = searchFor(mended.terms, 'all')
  const alike = await run(search)
  if (alike.total > 0 || (await exists(ctx, search))) return { ...alike, isAlike: mended.isGuess }
  return { ...(await run(searchFor(mended.terms, 'some'))), isAlike: true }
}

/** What the vocabulary knows of the words; undefined if some product of the store has them all. */
async function lookUp(ctx: Context, terms: Terms): Promise<Knowledge[] | undefined> {
  if (await exists(ctx, searchFor(terms, 'all'))) return undefined
  const words = terms.terms.map(
    ({ word }, at) => sql`(${sql.lit(at)}, ${word}::text, ${[...new Set(splitsOf(word).flat())]}::text[])`,
  )
  const isKnown = terms.terms.map(
    (term, at) => sql`when ${sql.lit(at)} then ${hasSome(searchFor({ terms: [term], excluded: [] }, 'all'))}`,
  )
  const { rows } = await sql<Knowledge>`
    select w.is_known as "isKnown",
      case when w.is_known then '{}' else similar_words(w.word) end as similar,
      case when w.is_known then '{}' else array(select v.word from product_word v where v.word = any(w.halves)) end as halves
    from (
      select at, word, halves, case at ${sql.join(isKnown, sql` `)} end as is_known
      from (values ${sql.join(words)}) typed (at, word, halves)
    ) w order by w.at`.execute(ctx.db)
  return rows
}

const hasSome = ({ from }: Search) => sql`exists (select from ${from} where p.archived_at is null)`

async function exists(ctx: Context, search: Search): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select ${hasSome(search)} as found`.execute(ctx.db)
  return rows[0]!.found
}

function searchFor({ terms, excluded }: Terms, how: 'all' | 'some'): Search {
  const wanted = terms.map(anywhere)
  const joined = wanted.length > 0 ? [sql`(${sql.join(wanted, how === 'all' ? sql` && ` : sql` || `)})`] : []
  const parts = [...joined, ...excluded.map(word => sql`!!(${queryOf([[word]])})`)]
  const found = parts.length > 0 ? sql`s.words @@ (${sql.join(parts, sql` && `)})` : sql`false`
  const score = terms.length > 0 ? sql.join(terms.map(scoreOf), sql` + `) : sql`0`
  const documents = sql`select s.product_id, ${score} as score from search_document s where ${found}`
  return { from: sql`product p join (${documents}) s on s.product_id = p.id`, rank: RANK }
}

/** Phrases as a query of one of them, stemmed and as typed. @param ending `:A` for a place, `:*` for the beginning of a word. */
function queryOf(phrases: readonly Phrase[], ending = ''): RawBuilder<unknown> {
  const text = phrases.map(words => words.map(word => word + ending).join(' <-> ')).join(' | ')
  return sql`(to_tsquery('english', ${text}) || to_tsquery('simple', ${text}))`
}

/** A shorter beginning is sought in names, colors, sizes and categories only: "cap" is no "capacity" of a description. */
const LONG_BEGINNING = 5

/** The query of a term, in all texts. */
function anywhere({ own, synonyms, begun, isLast, word }: Term): RawBuilder<unknown> {
  const ways = [queryOf(own)]
  if (isLast) ways.push(queryOf(own.slice(0, 1), word.length < LONG_BEGINNING ? ':*AB' : ':*'))
  const meant = [...synonyms, ...begun]
  if (meant.length > 0) ways.push(queryOf(meant, ':AB'))
  return sql`(${sql.join(ways, sql` || `)})`
}

/** The score of a term by the best place in which a product has it. Places of `head` are in the migration. */
function scoreOf({ own, synonyms, begun, isLast, word }: Term): RawBuilder<unknown> {
  const first = own.slice(0, 1)
  const places: [RawBuilder<unknown> | false, number][] = [
    [inHead(own, ':A'), 1],
    [inHead(own, ':D'), 0.9],
    [inHead(synonyms, ':A'), 0.85],
    [isLast && inHead(first, ':*A'), 0.8],
    [inHead(own, ':B'), 0.7],
    [inHead(synonyms, ':B'), 0.6],
    [inHead(begun, ':A'), 0.55],
    [inHead(own, ':C'), 0.5],
    [isLast && inHead(first, ':*'), 0.45],
    [inHead([...synonyms, ...begun], ''), 0.4],
    [sql`s.words @@ ${queryOf(own, ':C')}`, 0.2],
    [sql`s.words @@ ${queryOf(own)}`, 0.15],
    [isLast && word.length >= LONG_BEGINNING && sql`s.words @@ ${queryOf(first, ':*')}`, 0.1],
  ]
  const cases = places.flatMap(([isThere, score]) => (isThere ? [sql`when ${isThere} then ${sql.lit(score)}`] : []))
  return sql`case ${sql.join(cases, sql` `)} else 0 end`
}

const inHead = (phrases: readonly Phrase[], ending: string) =>
  phrases.length > 0 && sql`s.head @@ ${queryOf(phrases, ending)}`
