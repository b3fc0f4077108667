import { expect, it } from 'vitest'
import { listEntriesOfUser } from '#features/giveaways/entries/queries/my-entries.server.ts'
import { reauthenticateByPassword } from '#features/identity/challenges/commands/reauthenticate.server.ts'
import { mailboxProofs } from '#features/identity/mailbox-proof/testing/proofs.ts'
import { unprovenAccounts } from '#features/identity/mailbox-proof/testing/unproven.ts'
import { changePassword } from '#features/identity/passwords/commands/choose-password.server.ts'
import { readOwnPrize } from '#features/winners/gallery/queries/stories.server.ts'
import { listPrizes, readPrize } from '#features/winners/queries/prizes.server.ts'
import { openPrizeShop } from '#features/winners/testing/prizes.ts'
import type { Context } from '#kernel/context.ts'
import { deleteAccount } from '../commands.server.ts'
import { exportAccount, readDeletePreview } from '../queries.server.ts'

const prizes = await openPrizeShop()
const { shop, asAdmin, addGiveaway } = prizes
const { MADE } = unprovenAccounts(shop)
const { PROVED } = mailboxProofs(shop)

/**
 * What the first proof gives to an account, each as a call of the maker's ID token that passed the door of its process just before the
 * session ended there: a process learns of an ended session by a signal after the commit, at the latest 5 seconds later.
 */
const READS: Record<string, (ctx: Context, won: { winnerId: string; userId: string }) => Promise<unknown>> = {
  'the export': ctx => exportAccount(ctx),
  'the preview of the deletion': ctx => readDeletePreview(ctx),
  'the list of entries': (ctx, { userId }) => listEntriesOfUser(ctx, userId, { limit: 10 }),
  'the list of prizes': (ctx, { userId }) => listPrizes(ctx, userId),
  'a prize, also before its answer': (ctx, { winnerId }) => readPrize(ctx, winnerId, undefined),
  'the story of a prize': (ctx, { winnerId }) => readOwnPrize(ctx, winnerId),
}

it('a token of before the first proof reads nothing that the proof gave to the account [B-31.15]', async () => {
  const email = 'late-token@example.com'
  const giveaway = await addGiveaway()
  const card = { name: 'Wren Vale', address: '12 Main Street\nProvo, UT 84601', email }
  const typed = await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, card)
  expect(typed.status, typed.text).toBe(200)
  const made = await MADE['by staff'](email)
  const session = await shop.services.db
    .selectFrom('session')
    .select('family_id as id')
    .where('user_id', '=', made.userId)
    .executeTakeFirstOrThrow()
  await PROVED['a sign-in by a code by e-mail']!.prove(made)
  await shop.settleJobs()
  await prizes.drawnNow(giveaway)
  const { id: winnerId } = await shop.services.db
    .selectFrom('winner')
    .select('id')
    .where('user_id', '=', made.userId)
    .executeTakeFirstOrThrow()

  const { userId } = made
  const actor = { userId, email, name: 'Sam', isAdmin: false, role: null, isSubscriber: false }
  const asMaker: Context = { ...shop.system, actor: { ...actor, sessionId: session.id! } }
  const asOwner: Context = { ...shop.system, actor: { ...actor, sessionId: undefined } }
  const refused: string[] = []
  for (const [name, read] of Object.entries(READS)) {
    await expect(read(asOwner, { winnerId, userId }), name).resolves.toBeDefined()
    const outcome = await read(asMaker, { winnerId, userId }).catch((error: { code: string }) => error.code)
    if (outcome === 'NotAuthorizedException') refused.push(name)
  }
  expect(refused).toEqual(Object.keys(READS))
})

/** What asks for the password that the first proof removed, as such a call. */
const ASKS: Record<string, (ctx: Context, known: { userId: string; password: string }) => Promise<unknown>> = {
  'the deletion of the account': (ctx, { password }) => deleteAccount(ctx, password),
  'a proof of identity': (ctx, { userId, password }) => reauthenticateByPassword(ctx, userId, password),
  'a change of the password': (ctx, { userId, password }) =>
    changePassword(ctx, { userId, currentPassword: password, newPassword: 'Another-Harbor6!', familyId: undefined }),
}

it('a token of before the first proof learns that its session has ended, and not that the password is gone [B-31.15]', async () => {
  const made = await MADE['by staff']('late-password@example.com')
  const { id: sessionId } = await shop.services.db
    .selectFrom('session')
    .select('family_id as id')
    .where('user_id', '=', made.userId)
    .executeTakeFirstOrThrow()
  await PROVED['a sign-in by a code by e-mail']!.prove(made)
  const { userId, password } = made
  const actor = { userId, email: 'late-password@example.com', name: 'Sam', isAdmin: false, role: null }
  const codes = async (session: string | null) => {
    const ctx: Context = { ...shop.system, actor: { ...actor, isSubscriber: false, sessionId: session ?? undefined } }
    const asked = Object.entries(ASKS).map(async ([name, ask]) => [
      name,
      await ask(ctx, { userId, password }).catch((error: { code: string }) => error.code),
    ])
    return Object.fromEntries(await Promise.all(asked))
  }
  const all = (code: string) => Object.fromEntries(Object.keys(ASKS).map(name => [name, code]))
  expect(await codes(null)).toEqual(all('PasswordMissing'))
  expect(await codes(sessionId)).toEqual(all('NotAuthorizedException'))
})
