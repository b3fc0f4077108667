import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { newId } from '#platform/ids.server.ts'

/** OWASP ASVS 5.0, V6.5.5: codes by letter or text message live 10 minutes at most. */
export const CODE_MINUTES = 10
export type CodePurpose = 'confirm' | 'reset' | 'sign-in' | 'enrol'

type Subject = { purpose: CodePurpose; subjectId: string }
/** `stranger` has neither the browser nor the link that the code was made for; strangers have three tries of their own, together. */
export type Guesser = 'holder' | 'stranger'
type Guessing = {
  keep?: boolean
  by?: Guesser
  /** Only codes that this browser asked for. */
  holder?: string | undefined
  /** Only the code of this id, which the link of its letter carries. */
  codeId?: string | undefined
}

/** The subject is part of what is hashed, so a code of one registration is worth nothing for another. */
const hashOf = (ctx: Context, { purpose, subjectId }: Subject, code: string) =>
  ctx.keyedHash(`code ${purpose} ${subjectId} ${code}`)

/**
 * Makes a new code, in the caller's transaction. The newest code of a subject is the only one that counts.
 * @returns six digits, to be sent and forgotten.
 */
export const issueCode = async (ctx: Context, subject: Subject): Promise<string> =>
  (await issueLinkedCode(ctx, subject)).code

/** The same. @param holder the browser that asked. @returns also the id of the code, which no caller but the letter learns. */
export async function issueLinkedCode(ctx: Context, subject: Subject, holder?: string) {
  const id = newId()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = ctx.now()
  await ctx.db
    .insertInto('verification_code')
    .values({
      id,
      holder: holder ?? null,
      purpose: subject.purpose,
      subject_id: subject.subjectId,
      code_hash: hashOf(ctx, subject, code),
      created_at: now,
      expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
    })
    .execute()
  return { id, code }
}

/**
 * A subject for codes that belong to an address, whether or not it has an account: nothing tells the two apart.
 * @returns an id, always the same for the same address.
 */
export function subjectOfEmail(ctx: Context, email: string): string {
  const hex = Buffer.from(ctx.keyedHash(`code subject ${email}`), 'base64url').toString('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Compares a guess with the newest code and uses the code up, or one of its three tries, in one guarded write: of any number
 * of right guesses at once exactly one is told `right`. Commit whatever it answers, or the tries are free.
 * @param options.keep leaves a code that was right as it is, to be given once more; a wrong one costs its try all the same.
 * @param options.by whose tries a wrong guess costs.
 */
export async function guessCode(
  ctx: Context,
  subject: Subject,
  code: string,
  { keep = false, by = 'holder', holder, codeId }: Guessing = {},
): Promise<'right' | 'wrong' | 'expired'> {
  const hash = hashOf(ctx, subject, code)
  const now = ctx.now()
  const usedAt = keep ? null : now
  const tries = sql.ref(by === 'holder' ? 'tries_left' : 'stranger_tries_left')
  // 74 bits by chance: a guesser at the code does not have the id, so the link stays good when the tries are used up.
  const isLinked = codeId !== undefined
  const { rows } = await sql<{ right: boolean | null; used: boolean | null }>`
    with newest as (
      select id, used_at from verification_code
      where subject_id = ${subject.subjectId} and purpose = ${subject.purpose}
        and (${holder ?? null}::uuid is null or holder = ${holder ?? null}::uuid)
        and (${codeId ?? null}::uuid is null or id = ${codeId ?? null}::uuid)
      order by created_at desc, id desc limit 1
    ), guess as (
      update verification_code code
      set ${tries} = ${tries} - case when code_hash = ${hash} or ${isLinked} then 0 else 1 end,
        used_at = case when code_hash = ${hash} then ${usedAt}::timestamptz end
      from newest
      where code.id = newest.id and code.used_at is null and (${tries} > 0 or ${isLinked}) and expires_at > ${now}
      returning code_hash = ${hash} as right
    )
    select (select "right" from guess) as right, (select used_at is not null from newest) as used`.execute(ctx.db)
  const { right, used } = rows[0]!
  if (right !== null) return right ? 'right' : 'wrong'
  // A code that was never sent, or was used a moment ago, is simply not the code.
  return used === false ? 'expired' : 'wrong'
}
