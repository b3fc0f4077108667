import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'

/** No 0, 1, I or O: nobody mistakes one for another when it is read out. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 8
/** Two of 10^12 codes are the same almost never, and not many times in a row. */
const TRIES = 5

const newCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** A user's referral code, made when it is first asked for and the same ever after. */
export async function referralCodeOf(ctx: Context, userId: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { rows } = await sql<{ code: string }>`
      with made as (
        insert into referral_code (user_id, code, created_at)
        select ${userId}, ${newCode()}, ${ctx.now()} where not exists (select from referral_code where user_id = ${userId})
        on conflict do nothing returning code
      )
      select code from made union all select code from referral_code where user_id = ${userId}`.execute(ctx.db)
    if (rows[0]) return rows[0].code
  }
  throw new Error('No free referral code was found.')
}

/** Somebody may be said to have been brought within a day of registering. */
const FRESH_MS = 24 * 3600_000

/**
 * Records that an address registered because somebody brought it, in so far as it has just registered and is not the
 * code's own. The first word counts. Answers nothing, so that nobody learns who has an account or whose a code is.
 * @param input.code a referral code as it was typed; an unknown one counts as none.
 */
export async function registerReferral(ctx: Context, input: { email: string; code?: string | undefined }) {
  const since = new Date(ctx.now().getTime() - FRESH_MS)
  const code = input.code?.trim().toUpperCase() ?? ''
  await sql`
    insert into referral (email, code, created_at)
    select ${input.email}, (
      select r.code from referral_code r join users u on u.id = r.user_id where r.code = ${code} and u.email <> ${input.email}
    ), ${ctx.now()}
    where exists (select from registration where email = ${input.email} and created_at >= ${since})
      or exists (select from users where email = ${input.email} and created_at >= ${since})
    on conflict (email) do nothing`.execute(ctx.db)
}
