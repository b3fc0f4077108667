import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateSource } from 'oazapfts'
import { afterAll, expect, it } from 'vitest'
import { drawDue } from '#features/giveaways/testing/draw-now.ts'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import { ORIGIN, testShop } from '../testing/shop.ts'

/** A client of the API, written by a public generator from `/api/openapi.json` and used as it is. */
type Answer = { status: number; data: Record<string, never> & { [field: string]: unknown } }
type Client = Record<string, (...values: unknown[]) => Promise<Answer>> & {
  defaults: { baseUrl: string; headers: Record<string, string>; fetch: typeof fetch }
}

const BUILD = join(import.meta.dirname, '../../../build')

const shop = await testShop()
// Inside the project, so that the client finds its runtime package.
await mkdir(BUILD, { recursive: true })
const folder = await mkdtemp(join(BUILD, 'client-'))
const description = join(folder, 'openapi.json')
await writeFile(description, (await shop.call('/api/openapi.json')).text)
const file = join(folder, 'client.ts')
await writeFile(file, await generateSource(description))
const client: Client = await import(/* @vite-ignore */ pathToFileURL(file).href)
client.defaults.baseUrl = ORIGIN
client.defaults.fetch = async (input, init) => {
  const request = new Request(input, init)
  request.headers.set('origin', ORIGIN)
  return shop.web.app.fetch(request)
}
afterAll(() => rm(folder, { recursive: true, force: true }))

const as = (idToken: unknown) => ({ headers: { authorization: `Bearer ${idToken}` } })

const PERSON = {
  email: 'generated@example.com',
  password: 'Redoubt-Test1!',
  name: 'Sam Porter',
  phone: '8015550142',
  birthDate: '1988-04-09',
}
const ADDRESS = { line1: '1 Fort Street', city: 'Provo', state: 'UT', postalCode: '84601', country: 'US' }

it('a generated client registers, buys, enters and sees the draw [B-7.41]', async () => {
  const { item } = await shoppingIn(shop).addProduct({ tier: 'Silver', entries: 2 })
  const owner = as((await shop.addUser({ admin: true })).idToken)

  expect(await client.registerUser!(PERSON)).toMatchObject({ status: 200, data: { requiresConfirmation: true } })
  const { text } = (await shop.outbox(PERSON.email))[0]!
  const code = /\b\d{6}\b/.exec(text)![0]
  expect(await client.confirmRegistration!({ email: PERSON.email, code })).toMatchObject({ data: { success: true } })
  const { email, password } = PERSON
  const signedIn = await client.signIn!({ email, password })
  expect(signedIn).toMatchObject({ status: 200, data: { success: true, user: { email } } })
  const me = as(signedIn.data.idToken)
  expect((await client.saveMyProfile!({ shippingAddress: ADDRESS }, {}, me)).status).toBe(200)

  const items = [item]
  expect((await client.quoteCart!({ items })).data).toMatchObject({ subtotal: 40, entries: { Silver: 2 } })
  const session = await client.createCheckoutSession!({ items }, { idempotencyKey: 'one cart' }, me)
  expect(session.status).toBe(200)
  // The payment page is the provider's, and no call of the API.
  const back = await shoppingIn(shop).pay(String(session.data.url))
  const paid = await client.verifyCheckoutSession!(back.searchParams.get('session_id'), me)
  expect(paid.data).toMatchObject({ status: 'paid', orderId: session.data.orderId })
  expect((await client.getCredits!(me)).data).toMatchObject({ silverCredits: 2 })

  const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
  const terms = { title: 'Field Kit', description: 'Goods in a box.', tier: 'Silver', totalSlots: 10, startDate }
  const giveaway = await client.createGiveaway!(terms, {}, owner)
  const { id } = giveaway.data
  const entered = await client.enterGiveaway!(id, { slots: [7] }, {}, me)
  expect(entered.data).toMatchObject({ entries: [{ slotNumber: 7 }], credits: { silverCredits: 1 } })
  const refused = await client.enterGiveaway!(id, { slots: [7] }, {}, me)
  expect(refused).toMatchObject({ status: 409, data: { code: 'slot_taken' } })

  const drawn = await client.drawGiveawayWinner!(id, { title: 'Field Kit', reason: 'A test' }, {}, owner)
  expect(drawn).toMatchObject({ status: 202, data: { status: 'frozen', round: expect.any(Number) } })
  await drawDue(shop)
  const proof = await client.getGiveawayDraw!(id)
  expect(proof.data).toMatchObject({ frozen: { early: true }, result: { winner: 'S••• P•••', winnerSlot: 7 } })
})
