import { cartData } from '#features/cart/personal-data.server.ts'
import { RETURN_DAYS } from '#features/catalog/rules.ts'
import { clearLateMailboxes } from '#features/codes/personal-data.server.ts'
import { hasEntryOfAddress } from '#features/free-entry/cards/personal-data.server.ts'
import { listOpenEntries } from '#features/giveaways/entries/queries/entries-of-person.server.ts'
import { reauthenticateByPassword, requireFresh } from '#features/identity/challenges/commands/reauthenticate.server.ts'
import { requireOwnSession } from '#features/identity/sessions/commands/revoke.server.ts'
import {
  dataSubjectOf,
  findAccount,
  isMailboxProven,
  isStaff,
  listDeletedSince,
} from '#features/identity/user/queries.server.ts'
import { endMemberships } from '#features/membership/subscriptions/sync/commands/end-memberships.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { defineEmail, greetingOf, nameless } from '#features/notifications/email.ts'
import { forgetLastMessages } from '#features/notifications/personal-data.server.ts'
import { forgetRecipients, forgetWebhookBodies, listLateOrders } from '#features/orders/personal-data.server.ts'
import { supportData } from '#features/support/personal-data.server.ts'
import { listUndecidedEntries } from '#features/winners/queries/open-prizes.server.ts'
import { wishesData } from '#features/wishes/personal-data.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import { forgetKeys } from '#kernel/api/idempotency.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { keepOnce, type OnceMark, readMailbox } from '#kernel/once/marks.server.ts'
import type { DataSubject } from '#kernel/personal-data.ts'
import { TryAgain, transact, transactAgain } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { ACCOUNT_ERRORS } from './contract.ts'
import { PARTS } from './parts.server.ts'

const refuse = refusals(ACCOUNT_ERRORS)

/**
 * Deletes the caller's account at once, in one transaction: either all of it goes or nothing changes. Sends one last e-mail.
 * @param password without it, the caller needs a recent proof of identity.
 * @throws IncorrectPassword, ReauthenticationRequired, staff_account, address_entry; conflict when the caller keeps entering giveaways.
 */
export async function deleteAccount(ctx: Context, password: string | undefined): Promise<void> {
  const { userId } = actorOf(ctx)
  // A wrong password is refused even when the caller does not need one.
  if (password) await reauthenticateByPassword(ctx, userId, password)
  else await requireFresh(ctx, undefined)
  await transactAgain(ctx, async tx => {
    const account = await findAccount(tx, userId)
    if (!account) throw refuseAny('NotAuthorizedException')
    if (account.isAdmin) throw refuse('staff_account')
    await requireOwnSession(tx)
    await closeAccount(tx, { account, why: 'own wish' })
  })
}

type Closing = {
  /** As the caller's transaction read it. */
  account: { userId: string; email: string; name: string; phone: string | null; isMailboxProven: boolean }
  /** The account without its phone, when another account keeps the phone's messages. */
  keepsPhone?: boolean
  /** Decides the text of the last e-mail. */
  why: 'own wish' | 'by staff' | { mergedInto: string }
}

/** Whose personal data a closing removes. */
export const subjectOfClosing = ({ account, keepsPhone }: Pick<Closing, 'account' | 'keepsPhone'>): DataSubject => ({
  ...dataSubjectOf(account),
  ...(keepsPhone && { phone: null }),
})

/**
 * Deletes an account for any reason, in the transaction of a `transactAgain`: either all of it goes or nothing changes. Ledger, orders and
 * draws keep the bare id. A concurrent entry of the user, or a proof of the mailbox since the caller read the account, starts it again. Such
 * an entry also deadlocks with it: the entry locks the user before the credits, the deletion locks them in the opposite order, because a
 * user's row comes last in an erasure.
 * @throws not_found when the account is gone already; staff_account, also for a user who became staff in between; address_entry; conflict
 * when the user keeps entering giveaways.
 */
export async function closeAccount(tx: TransactionContext, closing: Closing): Promise<void> {
  const { account, why } = closing
  const { userId, email, name } = account
  const now = await findAccount(tx, userId)
  if (!now) throw refuseAny('not_found')
  // The proof gave the account entries that the caller has not asked about.
  if (now.isMailboxProven !== account.isMailboxProven) throw new TryAgain()
  const subject = subjectOfClosing(closing)
  // A merge kept its marks before it moved the rows.
  const isMerge = typeof why === 'object'
  const before = isMerge ? [] : await listOnceMarks(tx, account)
  const lastWords = []
  for (const part of PARTS) lastWords.push(await part.erase(tx, subject))
  // A concurrent proof of the mailbox gave the account more rows.
  if ((await isMailboxProven(tx, userId)) !== account.isMailboxProven) throw new TryAgain()
  // The user's row is written and locked here. A concurrent change of role came before or fails.
  if (await isStaff(tx, userId)) throw refuse('staff_account')
  // The credit accounts are gone and locked here, so no further entry can arrive.
  if ((await listOpenEntries(tx, subject)).length > 0) throw new TryAgain()
  await requireGivenBack(tx, subject)
  // The erasure removed some rows, and an order may have come while it ran.
  if (!isMerge) await keepOnce(tx, mostOf(before, await listOnceMarks(tx, account)))
  await forgetKeys(tx.db, userId)
  for (const tell of lastWords) await tell?.()
  await sendEmail(tx, { to: email, userId }, lastEmail(tx, name, why))
}

/**
 * An account that adopted an entry in the last release and is unproven since returns it to the address. A frozen list keeps the account's id,
 * so the deletion would lose the prize of that entry: the account stays until the mailbox is proven or the giveaway is decided.
 * @throws address_entry
 */
async function requireGivenBack(tx: TransactionContext, subject: DataSubject): Promise<void> {
  if (subject.email !== null) return
  const undecided = (await listUndecidedEntries(tx, subject)).map(({ giveawayId }) => giveawayId)
  if (await hasEntryOfAddress(tx, subject.userId, undecided)) throw refuse('address_entry')
}

/**
 * The once marks of an account. Orders count without a proof of the mailbox, because a person can leave the own account unproven and would
 * use each code again. A merge keeps them for the mailbox of the account that it closes, after it locked the rows and before it moves them.
 */
export async function listOnceMarks(
  tx: TransactionContext,
  { userId, email, isMailboxProven }: { userId: string; email: string; isMailboxProven: boolean },
): Promise<OnceMark[]> {
  const leaver = { userId, email: email.toLowerCase(), mailbox: await readMailbox(tx, email), isMailboxProven }
  const marks: OnceMark[] = []
  for (const part of PARTS) marks.push(...((await part.listOnceMarks?.(tx, leaver)) ?? []))
  return marks
}

/** Joins two readings of one account. Of a mark in both, the larger number of uses counts. */
function mostOf(before: readonly OnceMark[], after: readonly OnceMark[]): OnceMark[] {
  const keyOf = ({ kind, of }: OnceMark) => JSON.stringify([kind, of])
  const marks = new Map(before.map(mark => [keyOf(mark), mark]))
  for (const mark of after) {
    const read = marks.get(keyOf(mark))
    if (!read || (read.uses ?? 1) <= (mark.uses ?? 1)) marks.set(keyOf(mark), mark)
  }
  return [...marks.values()]
}

function lastEmail(ctx: DataContext, name: string, why: Closing['why']) {
  if (why === 'own wish') return farewellEmail(ctx, { name })
  return why === 'by staff' ? deletedByStaffEmail(ctx, { name }) : mergedEmail(ctx, { name, address: why.mergedInto })
}

/** Allows for this many missed nightly runs. */
const MISSED_DAYS = 15

/**
 * Finishes the deferred parts of deletions: the last e-mail, orders that could still be returned, a membership that was being paid for,
 * late rows, and webhook bodies of the payment provider.
 */
export async function tendDeletedAccounts(ctx: Context): Promise<void> {
  await forgetWebhookBodies(ctx)
  const userIds = await listDeletedSince(ctx, new Date(ctx.now().getTime() - (RETURN_DAYS + MISSED_DAYS) * DAY_MS))
  if (userIds.length === 0) return
  await transact(ctx, async tx => {
    await keepLateOrders(tx, userIds)
    await forgetRecipients(tx, userIds)
    await endMemberships(tx, userIds)
    await forgetLastMessages(tx, userIds)
    await forgetLatecomers(tx, userIds)
  })
}

/**
 * Remembers orders of deleted users that no mark names: placed in another tab while the deletion ran, or deleted by a process of the last
 * release. An order keeps its e-mail address until it can no longer be returned.
 */
async function keepLateOrders(tx: TransactionContext, userIds: readonly string[]): Promise<void> {
  for (const { mailbox, at } of await listLateOrders(tx, userIds))
    await keepOnce(tx, [{ kind: 'order', of: [mailbox] }], at)
  for (const mailbox of await clearLateMailboxes(tx, userIds)) await keepOnce(tx, [{ kind: 'order', of: [mailbox] }])
}

/** Deletes rows that another tab wrote during the deletion, after their feature had been erased. */
async function forgetLatecomers(tx: TransactionContext, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds)
    for (const part of [cartData, wishesData, supportData]) await part.erase(tx, { userId, email: null, phone: null })
}

const KEPT = `Payments, credits and draws stay on record without your name, as the law requires. Orders of the last ${RETURN_DAYS} days keep their address until the return period ends.`
const ENDED = 'Every browser is signed out, and your membership, if you had one, has ended.'

/** The last e-mail to a user who deleted their account. */
export const farewellEmail = defineEmail({
  preview: { name: 'Sam' },
  write: ({ settings }, { name }: { name: string }) => ({
    subject: `Your ${settings.brand.name} account was deleted`,
    body: [
      greetingOf(name),
      `your ${settings.brand.name} account was deleted, as you asked. ${ENDED}`,
      KEPT,
      'This is our last message to you. If you did not delete it, reply to this e-mail.',
    ],
  }),
  unproven: nameless,
})

/** The last e-mail to a user whose account staff deleted. */
export const deletedByStaffEmail = defineEmail({
  preview: { name: 'Sam' },
  write: ({ settings }, { name }: { name: string }) => ({
    subject: `Your ${settings.brand.name} account was deleted`,
    body: [
      greetingOf(name),
      `our staff deleted your ${settings.brand.name} account. ${ENDED}`,
      KEPT,
      'This is our last message to you. If this is a mistake, reply to this e-mail.',
    ],
  }),
  unproven: nameless,
})

type Merged = { name: string; address: string }

/** The last e-mail to the address of an account that was merged into the user's other account, whose address is `address`. */
export const mergedEmail = defineEmail({
  preview: { name: 'Sam', address: 'sam@example.com' },
  write: ({ settings }, { name, address }: Merged) => ({
    subject: `Your ${settings.brand.name} accounts were merged`,
    body: [
      greetingOf(name),
      `our staff merged your two ${settings.brand.name} accounts. Orders, credits, entries and tickets are in ${address ? `the account of ${address}; sign in with that address` : 'the other account; sign in there'} from now on.`,
      'This is our last message to this address. If the other account is not yours, reply to this e-mail right away.',
    ],
  }),
  unproven: (data: Merged) => ({ ...nameless(data), address: '' }),
})
