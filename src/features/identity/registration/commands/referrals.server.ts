import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { isKept, readMailbox } from '#kernel/once/marks.server.ts'

/** No 0, 1, I or O, so that a code can be read out without confusion. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 8
/** A collision among 10^12 codes is very rare, and several in a row do not happen. */
const TRIES = 5

const newCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** A user's referral code, created at the first request and constant from then on. */
export async function ensureReferralCode(ctx: DataContext, userId: string): Promise<string> {
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

/** A referral is accepted within a day of the registration. */
const FRESH_MS = 24 * 3600_000

type Claim = {
  email: string
  /** As typed; an unknown code counts as none. */
  code?: string | undefined
  /** The browser's own registration, from its signed cookie. */
  registrationId?: string
}

/**
 * Records the referrer of a new user. Only the new user can set it: through the browser that registered, or signed in. The first claim
 * counts. The answer is constant, so that it reveals neither who has an account nor who owns a code.
 */
export async function registerReferral(ctx: Context, { email, code, registrationId }: Claim) {
  const since = new Date(ctx.now().getTime() - FRESH_MS)
  const bringer = await bringerCode(ctx, email, code)
  if (registrationId)
    await sql`
      update registration set referral_code = ${bringer}, referred_at = ${ctx.now()}
      where id = ${registrationId} and email = ${email} and referred_at is null and created_at >= ${since}`.execute(
      ctx.db,
    )
  if (ctx.actor)
    await sql`
      insert into referral (email, code, created_at) select email, ${bringer}, ${ctx.now()} from users
      where id = ${ctx.actor.userId} and email = ${email} and created_at >= ${since}
      on conflict (email) do nothing`.execute(ctx.db)
}

/** Turns the claim of a registration into the referral of its user. */
export async function keepReferral(
  tx: TransactionContext,
  registration: { email: string; referral_code: string | null; referred_at: Date | null },
): Promise<void> {
  const { email, referral_code: code, referred_at: at } = registration
  if (!at) return
  const bringer = await bringerCode(tx, email, code ?? undefined)
  await sql`
    insert into referral (email, code, created_at) values (${email}, ${bringer}, ${at})
    on conflict (email) do nothing`.execute(tx.db)
}

/** SQL: the code if it belongs to another user and the mailbox has no other account yet and had none before, else null. */
const bringerCode = async (ctx: DataContext, email: string, code: string | undefined) => sql`(
  select r.code from referral_code r join users owner on owner.id = r.user_id
  where r.code = ${code?.trim().toUpperCase() ?? ''} and mailbox_of(owner.email) <> mailbox_of(${email})
    and not exists (select from users u where mailbox_of(u.email) = mailbox_of(${email}) and u.email <> ${email})
    and not ${isKept(ctx, 'account', [await readMailbox(ctx, email)])})`
