import type { Context } from '#kernel/context.ts'
import type { LegalClause } from '../contract.ts'

/** A user's acceptances: version, time, network address and way; oldest first. */
export const listAcceptances = ({ db }: Context, userId: string) =>
  db
    .selectFrom('legal_acceptance as a')
    .innerJoin('legal_document as d', join => join.onRef('d.kind', '=', 'a.kind').onRef('d.version', '=', 'a.version'))
    .select(['a.kind', 'a.version', 'd.title', 'a.accepted_at as acceptedAt', 'a.ip', 'a.how'])
    .where('a.user_id', '=', userId)
    .orderBy('a.accepted_at')
    .orderBy('a.kind')
    .execute()

/** Clauses of the terms about returns and refunds that were in force at a moment. */
export async function listRefundClausesAt({ db }: Context, at: Date): Promise<LegalClause[]> {
  const document = await db
    .selectFrom('legal_document')
    .select('clauses')
    .where('kind', '=', 'terms')
    .orderBy(eb => eb.case().when('published_at', '<=', at).then(0).else(1).end())
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const clauses = (document?.clauses ?? []) as LegalClause[]
  const isAbout = (words: string) => /refund|return/i.test(words)
  const titled = clauses.filter(({ title }) => isAbout(title))
  // Staff can give the clause another title.
  return titled.length > 0 ? titled : clauses.filter(({ blocks }) => isAbout(JSON.stringify(blocks)))
}
