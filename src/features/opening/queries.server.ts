import type { Context, DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { maskedMailbox } from '#platform/secrets/masked-email.ts'
import { OPENING_ERRORS, type OpeningOfLink } from './contract.ts'
import { readOpeningToken } from './link.server.ts'

const refuse = refusals(OPENING_ERRORS)

/** The request of a link, without a sign-in. @throws opening_link_invalid */
export async function readOpeningOfLink(ctx: Context, token: string): Promise<OpeningOfLink> {
  const id = readOpeningToken(ctx, token)
  if (!id) throw refuse('opening_link_invalid')
  const row = await ctx.db
    .selectFrom('opening_request')
    .select(['email', 'confirmed_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || (!row.confirmed_at && row.expires_at <= ctx.now())) return { state: 'over', email: null }
  return { state: row.confirmed_at ? 'waiting' : 'unconfirmed', email: maskedMailbox(row.email) }
}

/** How many have proved their mailbox and wait for the opening. */
export async function readWaitingForOpening({ db }: DataContext): Promise<number> {
  const { n } = await db
    .selectFrom('opening_request')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}
