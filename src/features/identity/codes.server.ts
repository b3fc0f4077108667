import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { newId } from '#platform/ids.server.ts'

export const CODE_MINUTES = 15
export type CodePurpose = 'confirm' | 'reset'

type Subject = { purpose: CodePurpose; subjectId: string }

/** The subject is part of what is hashed, so a code of one registration is worth nothing for another. */
const hashOf = (ctx: Context, { purpose, subjectId }: Subject, code: string) =>
  ctx.keyedHash(`code ${purpose} ${subjectId} ${code}`)

/**
 * Makes a new code, in the caller's transaction. The newest code of a subject is the only one that counts.
 * @returns six digits, to be sent and forgotten.
 */
export async function issueCode(ctx: Context, subject: Subject): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = ctx.now()
  await ctx.db
    .insertInto('verification_code')
    .values({
      id: newId(),
      purpose: subject.purpose,
      subject_id: subject.subjectId,
      code_hash: hashOf(ctx, subject, code),
      created_at: now,
      expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
    })
    .execute()
  return code
}

/**
 * Compares a guess with the newest code and uses the code up, or one of its three tries, in one guarded write: of any number
 * of right guesses at once exactly one is told `right`. Commit whatever it answers, or the tries are free.
 */
export async function guessCode(ctx: Context, subject: Subject, code: string): Promise<'right' | 'wrong' | 'expired'> {
  const hash = hashOf(ctx, subject, code)
  const now = ctx.now()
  const { rows } = await sql<{ right: boolean | null; used: boolean | null }>`
    with newest as (
      select id, used_at from verification_code
      where subject_id = ${subject.subjectId} and purpose = ${subject.purpose}
      order by created_at desc, id desc limit 1
    ), guess as (
      update verification_code code
      set tries_left = tries_left - 1, used_at = case when code_hash = ${hash} then ${now}::timestamptz end
      from newest
      where code.id = newest.id and code.used_at is null and tries_left > 0 and expires_at > ${now}
      returning code_hash = ${hash} as right
    )
    select (select "right" from guess) as right, (select used_at is not null from newest) as used`.execute(ctx.db)
  const { right, used } = rows[0]!
  if (right !== null) return right ? 'right' : 'wrong'
  // A code that was never sent, or was used a moment ago, is simply not the code.
  return used === false ? 'expired' : 'wrong'
}
