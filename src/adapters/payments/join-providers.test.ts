import { expect, it } from 'vitest'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { joinProviders } from './join-providers.server.ts'
import { createRampart } from './testing/rampart/rampart-payments.ts'

const now = new Date('2026-03-02T12:00:00Z')
const since = new Date(0)

/** Two providers with five charges each; the first has no prefix. */
function openBoth() {
  const [first, second] = [createRampart(() => now), createRampart(() => now)]
  for (const { books } of [first, second]) for (let n = 0; n < 5; n++) books.charge(1000 + n)
  const main: PaymentProvider = { ...first.provider, id: 'main', idPrefix: '' }
  return { first, second, main, joined: joinProviders([main, second.provider]) }
}

it('a list has every provider’s objects once, and its cursor names a later provider', async () => {
  const { joined, first, second } = openBoth()
  const amounts: number[] = []
  const cursors: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const { items, next }: { items: { amountCents: number }[]; next: string | null } = await joined.listCharges({
      since,
      ...(after && { after }),
    })
    amounts.push(...items.map(({ amountCents }) => amountCents))
    if (next !== null) cursors.push(next)
    after = next
  }
  const newestFirst = [1004, 1003, 1002, 1001, 1000]
  expect(amounts).toEqual([...newestFirst, ...newestFirst])
  const [own, later] = [first, second].map(({ books }) => [3, 1].map(at => books.charges.items[at]!.id))
  expect(cursors).toEqual([...own!, 'rampart:', ...later!.map(id => `rampart:${id}`)])
})

it('a call goes to the provider whose prefix begins the id, else to the one without a prefix', async () => {
  const { joined, main, second } = openBoth()
  expect(joined.providerOf('rp_charge_1')).toBe(second.provider)
  expect(joined.providerOf('cs_1')).toBe(main)
  const { id, paymentIntentId } = second.books.charge(500)
  expect(id).toMatch(/^rp_/)
  await joined.refund({ paymentIntentId, amountCents: 500, idempotencyKey: 'key' })
  expect(second.books.refunds.items).toHaveLength(1)
})
