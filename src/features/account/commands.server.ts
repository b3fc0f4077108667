import { type Context, within } from '#adapters/context.ts'
import { actorOf } from '#adapters/http/api.server.ts'
import { RETURN_DAYS } from '#features/catalog/rules.ts'
import { provePassword, requireFresh } from '#features/identity/commands/prove.server.ts'
import { deletedSince, personOf } from '#features/identity/queries.server.ts'
import { endMemberships } from '#features/membership/commands/end-memberships.server.ts'
import { sendMessage } from '#features/notifications/commands.server.ts'
import { forgetLastMessages } from '#features/notifications/personal-data.server.ts'
import { forgetRecipients, forgetWebhookBodies } from '#features/orders/personal-data.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { forgetKeysOf } from '#platform/http/idempotency.server.ts'
import { ACCOUNT_ERRORS } from './contract.ts'
import { farewellEmail } from './emails.server.ts'
import { PARTS } from './parts.server.ts'

const refuse = refusals(ACCOUNT_ERRORS)

/**
 * Deletes the caller's account at once, everything in one transaction: it is gone, or nothing has changed. One last e-mail
 * says so.
 * @param password left out, the caller must have proved lately who they are.
 * @throws IncorrectPassword, ReauthenticationRequired, staff_account.
 */
export async function deleteAccount(ctx: Context, password: string | undefined): Promise<void> {
  const { userId } = actorOf(ctx)
  // A wrong password is refused also of somebody who need not give one.
  if (password) await provePassword(ctx, userId, password)
  else await requireFresh(ctx, undefined)
  const person = await personOf(ctx, userId)
  if (!person) throw refuseAny('NotAuthorizedException')
  if (person.isAdmin) throw refuse('staff_account')

  const later: (() => void)[] = []
  await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    for (const part of PARTS) await part.erase(inner, person, work => later.push(work))
    await forgetKeysOf(trx, userId)
    await sendMessage(inner, { channel: 'email', to: person.email, userId, ...farewellEmail(person.name) })
  })
  for (const work of later) work()
}

const DAY_MS = 24 * 3600_000
/** The nightly round may have been missed a few times. */
const MISSED_DAYS = 15

/**
 * Finishes what a deletion had to leave for later: the last e-mail, orders that could still be returned, a membership that was
 * being paid for at that very moment, and what the payment provider wrote about anybody.
 */
export async function tendDeletedAccounts(ctx: Context): Promise<void> {
  await forgetWebhookBodies(ctx)
  const userIds = await deletedSince(ctx, new Date(ctx.now().getTime() - (RETURN_DAYS + MISSED_DAYS) * DAY_MS))
  if (userIds.length === 0) return
  await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    await forgetRecipients(inner, userIds)
    await endMemberships(inner, userIds)
    await forgetLastMessages(inner, userIds)
  })
}
