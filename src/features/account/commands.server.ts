import { type Context, within } from '#adapters/context.ts'
import { actorOf } from '#adapters/http/api.server.ts'
import type { Person } from '#adapters/personal-data.ts'
import { cartData } from '#features/cart/personal-data.server.ts'
import { RETURN_DAYS } from '#features/catalog/rules.ts'
import { openEntriesOf } from '#features/giveaways/personal-data.server.ts'
import { provePassword, requireFresh } from '#features/identity/commands/prove.server.ts'
import { deletedSince, isStaff, personOf } from '#features/identity/queries.server.ts'
import { endMemberships } from '#features/membership/commands/end-memberships.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { forgetLastMessages } from '#features/notifications/personal-data.server.ts'
import { forgetRecipients, forgetWebhookBodies } from '#features/orders/personal-data.server.ts'
import { supportData } from '#features/support/personal-data.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { forgetKeysOf } from '#platform/http/idempotency.server.ts'
import { ACCOUNT_ERRORS } from './contract.ts'
import { deletedByStaffEmail, farewellEmail, mergedEmail } from './emails.server.ts'
import { PARTS } from './parts.server.ts'

const refuse = refusals(ACCOUNT_ERRORS)

/**
 * Deletes the caller's account at once, everything in one transaction: it is gone, or nothing has changed. One last e-mail
 * says so.
 * @param password left out, the caller must have proved lately who they are.
 * @throws IncorrectPassword, ReauthenticationRequired, staff_account; conflict for whoever never stops entering giveaways.
 */
export async function deleteAccount(ctx: Context, password: string | undefined): Promise<void> {
  const { userId } = actorOf(ctx)
  // A wrong password is refused also of somebody who need not give one.
  if (password) await provePassword(ctx, userId, password)
  else await requireFresh(ctx, undefined)
  const person = await personOf(ctx, userId)
  if (!person) throw refuseAny('NotAuthorizedException')
  if (person.isAdmin) throw refuse('staff_account')

  await closeAccount(ctx, { ...person, why: 'own wish' })
}

/** Takes work that is to be done once the transaction is committed. */
type Afterwards = (work: () => void) => void

type Closing = Person & {
  name: string
  /** What the last e-mail to them says. */
  why: 'own wish' | 'by staff' | { mergedInto: string }
  /** Is done in the same transaction before anything is removed; more than once where somebody comes in between. */
  first?: (inner: Context, afterwards: Afterwards) => Promise<unknown>
  /** Is done in it after everything is. */
  last?: (inner: Context) => Promise<unknown>
}

/** More often than this nobody enters a giveaway while their account is being deleted. */
const TRIES = 10
/** Undoes the transaction that it is thrown in. */
class EnteredMeanwhile extends Error {}

/**
 * Removes somebody's account, whoever wants it, everything in one transaction: it is gone, or nothing has changed. Ledger, orders
 * and draws keep the bare id.
 * @throws not_found when it is gone already; staff_account, also for who became staff meanwhile; conflict for whoever never stops
 *   entering giveaways.
 */
export async function closeAccount(ctx: Context, closing: Closing): Promise<void> {
  for (let tries = 1; !(await eraseAccount(ctx, closing)); tries++) if (tries === TRIES) throw refuseAny('conflict')
}

/** @returns false when an entry came after the entries were taken out; nothing has changed then. */
async function eraseAccount(ctx: Context, { name, why, first, last, ...person }: Closing): Promise<boolean> {
  const { userId, email } = person
  const later: (() => void)[] = []
  const afterwards: Afterwards = work => later.push(work)
  try {
    await ctx.db.transaction().execute(async trx => {
      const inner = within(ctx, trx)
      await first?.(inner, afterwards)
      for (const part of PARTS) await part.erase(inner, person, afterwards)
      // Their row is written and locked by now, so whoever gives them a role was before, or comes too late.
      if (await isStaff(inner, userId)) throw refuse('staff_account')
      // The credits are gone and locked by now, so what is not there yet does not come any more.
      if ((await openEntriesOf(inner, person)).length > 0) throw new EnteredMeanwhile()
      await forgetKeysOf(trx, userId)
      await last?.(inner)
      await sendMessage(inner, { channel: 'email', to: email, userId, ...letterOf(name, why) })
    })
  } catch (error) {
    if (error instanceof EnteredMeanwhile) return false
    throw error
  }
  for (const work of later) work()
  return true
}

function letterOf(name: string, why: Closing['why']) {
  if (why === 'own wish') return farewellEmail(name)
  return why === 'by staff' ? deletedByStaffEmail(name) : mergedEmail(name, why.mergedInto)
}

const DAY_MS = 24 * 3600_000
/** The nightly round may have been missed a few times. */
const MISSED_DAYS = 15

/**
 * Finishes what a deletion had to leave for later: the last e-mail, orders that could still be returned, a membership that was
 * being paid for at that very moment, what came while it ran, and what the payment provider wrote about anybody.
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
    await forgetLatecomers(inner, userIds)
  })
}

/** What another tab sent while the account was being deleted, and what came after its part had been erased. */
async function forgetLatecomers(ctx: Context, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds)
    for (const part of [cartData, supportData]) await part.erase(ctx, { userId, email: '', phone: null }, () => {})
}
