import { randomInt } from 'node:crypto'
import type { Context } from '#adapters/context.ts'

export const RECOVERY_CODES = 10
/** Without letters and digits that are taken for one another; ten of them are 49 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

const hashOf = (ctx: Context, userId: string, code: string) =>
  ctx.keyedHash(`recovery ${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)

/**
 * Makes a new set of codes, in the caller's transaction; the old ones are worth nothing any more.
 * @returns the codes, to be shown once: only their keyed hashes are kept.
 */
export async function issueRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`)
  await ctx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await ctx.db
    .insertInto('recovery_code')
    .values(codes.map(code => ({ user_id: userId, code_hash: hashOf(ctx, userId, code), created_at: ctx.now() })))
    .execute()
  return codes
}

/** Uses a code up; of any number of callers at once one is told yes. */
export async function spendRecoveryCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('recovery_code')
    .set({ used_at: ctx.now() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(ctx, userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many codes are left. */
export async function recoveryCodesLeft(ctx: Context, userId: string): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('recovery_code')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}
