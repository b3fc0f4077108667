import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { IDENTITY_ERRORS } from '../user/contract.ts'
import { VERIFICATION_CODE_MINUTES } from '../user/rules.ts'

const refuse = refusals(IDENTITY_ERRORS)

type Purpose =
  | 'confirm'
  | 'reset'
  | 'sign-in'
  | 'enrol'
  | 'email-sign-in'
  | 'email-registration'
  | 'reauthentication'
  | 'prove-mailbox'
type Subject = { purpose: Purpose; subjectId: string }
/**
 * A `stranger` has neither the browser nor the link for which the code was made. All strangers together have three tries, separate from the
 * holder's.
 */
type Guesser = 'holder' | 'stranger'
type Guessing = {
  keep?: boolean
  by?: Guesser
  /** Matches only codes that this browser requested. */
  holder?: string | undefined
  /** Matches only the code with this id, from the e-mail's link. */
  codeId?: string | undefined
}

export type Guess = 'right' | 'wrong' | 'expired'

/** The hash includes the subject, so a code of one registration is useless for another. */
const hashOf = (ctx: DataContext, { purpose, subjectId }: Subject, code: string) =>
  ctx.keyedHash(`code ${purpose} ${subjectId} ${code}`)

/**
 * Creates a code. Only the newest code of a subject counts.
 * @returns six digits, to be sent and not stored.
 */
export const issueVerificationCode = async (tx: TransactionContext, subject: Subject): Promise<string> =>
  (await issueLinkedVerificationCode(tx, subject)).code

/** Like `issueVerificationCode`. @param holder the browser that asked. @returns also the id of the code, which goes only into the e-mail. */
export async function issueLinkedVerificationCode(ctx: DataContext, subject: Subject, holder?: string) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return { id: await insertCode(ctx, subject, { code, holder, minutes: VERIFICATION_CODE_MINUTES }), code }
}

/** How long a shopper may take over the form of a new account after the code. */
const PROOF_MINUTES = 30

/** Creates the proof that a browser's user reads the mail of an address: a code of 256 bits, compared by `guessVerificationCode`. */
export async function issueProof(ctx: DataContext, subject: Subject, holder: string): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await insertCode(ctx, subject, { code, holder, minutes: PROOF_MINUTES })
  return code
}

type NewCode = { code: string; holder: string | undefined; minutes: number }

async function insertCode(ctx: DataContext, subject: Subject, { code, holder, minutes }: NewCode): Promise<string> {
  const id = newId()
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
      expires_at: new Date(now.getTime() + minutes * 60_000),
    })
    .execute()
  return id
}

/** Voids all open codes of a subject, of every browser. */
export const voidVerificationCodes = (ctx: DataContext, { purpose, subjectId }: Subject) =>
  ctx.db
    .updateTable('verification_code')
    .set({ used_at: ctx.now() })
    .where('subject_id', '=', subjectId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()

/**
 * The subject for codes that belong to an address, with or without an account. It does not reveal which.
 * @returns an id that is constant for an address.
 */
export function subjectOfEmail(ctx: DataContext, email: string): string {
  const hex = Buffer.from(ctx.keyedHash(`code subject ${email}`), 'base64url').toString('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Compares a guess with the newest code. One guarded write uses up the code or one of its three tries, so that exactly one of several
 * concurrent right guesses gets `right`. Commit after every result, because a rollback gives the try back.
 * @param options.keep leaves a right code usable once more; a wrong guess still costs a try.
 * @param options.by whose tries a wrong guess costs.
 */
export async function guessVerificationCode(
  ctx: DataContext,
  subject: Subject,
  code: string,
  { keep = false, by = 'holder', holder, codeId }: Guessing = {},
): Promise<Guess> {
  const hash = hashOf(ctx, subject, code)
  const now = ctx.now()
  const usedAt = keep ? null : now
  const tries = sql.ref(by === 'holder' ? 'tries_left' : 'stranger_tries_left')
  // The id has 74 random bits, so a guesser of the code does not have it. The link works even when the tries are used up.
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
  // A code that was never sent, or was just used, counts as wrong.
  return used === false ? 'expired' : 'wrong'
}

/** Call it after the commit, so that the try stays spent. @throws CodeMismatchException, ExpiredCodeException. */
export function refuseUnlessRight(guess: Guess): void {
  if (guess === 'wrong') throw refuse('CodeMismatchException')
  if (guess === 'expired') throw refuse('ExpiredCodeException')
}
