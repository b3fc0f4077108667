import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { METHODS, type Method } from './contract.ts'

/** The stored factor types and their sign-in methods in the API. */
const METHOD_OF = {
  passkey: 'WEB_AUTHN',
  totp: 'SOFTWARE_TOKEN_MFA',
  sms: 'SMS_MFA',
  email: 'EMAIL_OTP',
} as const satisfies Record<string, Method>
export type FactorType = keyof typeof METHOD_OF
/** The factors that answer with a code. */
export type CodeFactor = Exclude<FactorType, 'passkey'>

/** The names of factors in e-mails and on screens. */
export const FACTOR_NAMES: Record<FactorType, string> = {
  passkey: 'passkey',
  totp: 'authenticator app',
  sms: 'text message codes',
  email: 'e-mail codes',
}

/** The second factors of a user's sign-in, strongest first; empty when the password is enough. */
export async function listMethods(ctx: DataContext, userId: string): Promise<Method[]> {
  const { rows } = await sql<{ type: FactorType }>`
    select type from second_factor where user_id = ${userId}
    union all
    select 'passkey' where exists (select from passkey where user_id = ${userId})`.execute(ctx.db)
  const found = rows.map(({ type }): Method => METHOD_OF[type])
  return METHODS.filter(method => found.includes(method))
}

/** Enough digits to recognise a number, too few to call it. */
export const maskedPhone = (phone: string): string => `••• ••• ${phone.slice(-4)}`

const RECOVERY_CODES = 10
/** Without easily confused letters and digits; ten characters have 49 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

const hashOf = (ctx: DataContext, userId: string, code: string) =>
  ctx.keyedHash(`recovery ${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)

/**
 * Creates a new set of codes; the old codes are void.
 * @returns the codes, to be shown once. Only their keyed hashes are kept.
 */
export async function issueRecoveryCodes(tx: TransactionContext, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`)
  await tx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx.db
    .insertInto('recovery_code')
    .values(codes.map(code => ({ user_id: userId, code_hash: hashOf(tx, userId, code), created_at: tx.now() })))
    .execute()
  return codes
}

/** Uses up a code; exactly one of several concurrent callers gets true. */
export async function spendRecoveryCode(ctx: DataContext, userId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('recovery_code')
    .set({ used_at: ctx.now() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(ctx, userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The number of unused codes. */
export async function readRecoveryCodesLeft(ctx: DataContext, userId: string): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('recovery_code')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}
