import { expect, it } from 'vitest'
import { openBillingShop } from '#features/membership/testing/billing.ts'
import { readDispute } from './commands/read-dispute.server.ts'

const HOUR = 3_600_000

const { shop, at: billing } = await openBillingShop()

const atBank = async (path: string, json: object) =>
  (await shop.call(`/dev/stripe/dispute${path}`, { json })).json as { id: string }

async function statusOf(userId: string): Promise<string> {
  const { rows } = await shop.services.pool.query('select status from membership where user_id = $1', [userId])
  return rows[0].status
}

it.each(['won', 'lost'] as const)('a renewal whose dispute is %s keeps or ends the membership', async outcome => {
  const user = await shop.addUser()
  const begun = await billing.subscribe(user)
  const { nextBillingDate } = await billing.mine(await billing.signInAgain(begun))
  shop.clock.set(new Date(+new Date(nextBillingDate) + HOUR))
  await billing.settle()
  const renewal = (await billing.invoiceRows(user)).find(({ reason }) => reason === 'renewal')!
  const { id } = await atBank('', { payment_intent: renewal.payment_intent_id })
  await readDispute(shop.system, id)
  const dispute = () =>
    shop.services.db.selectFrom('dispute').selectAll().where('provider_id', '=', id).executeTakeFirstOrThrow()
  expect(await dispute()).toMatchObject({ order_id: null, invoice_id: renewal.id, effect: 'none' })
  await atBank(`/${id}`, { outcome })
  await readDispute(shop.system, id)
  await billing.settle()
  expect(await statusOf(user.userId)).toBe(outcome === 'won' ? 'active' : 'cancelled')
  expect((await dispute()).status).toBe(outcome)
})
