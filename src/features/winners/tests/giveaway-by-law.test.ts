import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, expect, it } from 'vitest'
import type { Giveaway } from '#features/giveaways/giveaway/contract.ts'
import type { Obligation } from '#features/giveaways/obligations/contract.ts'
import { HOME, openPrizeShop } from '../testing/prizes.ts'

const prizes = await openPrizeShop()
const { shop, asAdmin, inDays, tend, afterDays, placesOf, winner, keyFor } = prizes
afterEach(prizes.expectAudited)

const VALUE = 7500
const TITLE = 'Overland Truck'
const NUMBER = '219-09-9999'
const BOUGHT = { name: 'Sam Porter', email: 'bought@example.com' }
const ONLINE = { name: 'Ida Lund', email: 'ida.lund@example.com' }
const MAILED = { name: 'Jon Keller', email: 'jon.keller@example.com' }
const PAYER = {
  ...{ name: 'Redoubt, Inc.', ein: '12-3456789', phone: '(801) 555-0100' },
  ...{ line1: '1 Fort Street', city: 'Provo', state: 'UT', postalCode: '84601' },
}

const dutiesOf = async ({ id }: Giveaway): Promise<Obligation[]> =>
  (await asAdmin(`/api/admin/giveaways/${id}/obligations`)).json.obligations
const open = async (giveaway: Giveaway) =>
  (await dutiesOf(giveaway)).filter(({ status }) => status === 'open').map(({ duty }) => duty)

async function finish({ id }: Giveaway, duty: string) {
  const answer = await asAdmin(`/api/admin/giveaways/${id}/obligations/${duty}/done`, { reference: `Receipt ${duty}` })
  expect(answer.status, answer.text).toBe(200)
}

/** Publishing is refused by the name of each filing, and passes once each has its evidence. */
async function publish(): Promise<Giveaway> {
  const terms = { title: TITLE, description: 'It fords rivers.', value: VALUE, totalSlots: 20, entryLimit: 1 }
  const draft = { ...terms, isDraft: true, startDate: inDays(42), endDate: inDays(60) }
  const giveaway = (await asAdmin('/api/giveaways', draft)).json
  const publication = () => asAdmin(`/api/giveaways/${giveaway.id}`, { isDraft: false }, 'PATCH')
  const refused = await publication()
  expect(refused.json).toMatchObject({ code: 'obligations_open', duties: BEFORE_ENTRIES })
  for (const { task } of (await dutiesOf(giveaway)).slice(0, 4)) expect(refused.json.detail).toContain(task)
  for (const duty of ['ny-filing', 'ny-bond', 'fl-filing']) await finish(giveaway, duty)
  expect((await publication()).json.duties).toEqual(['fl-bond'])
  const body = new FormData()
  body.append('files', new File(['%PDF-1.7 bond'], 'bond.pdf'))
  const path = `/api/admin/giveaways/${giveaway.id}/obligations/fl-bond/evidence`
  expect((await shop.call(path, { as: prizes.admin, method: 'POST', body })).status).toBe(200)
  expect((await publication()).json).toMatchObject({ isDraft: false })
  return giveaway
}
const BEFORE_ENTRIES = ['ny-filing', 'ny-bond', 'fl-filing', 'fl-bond']

/** A shopper with one credit takes a slot. */
async function enterByCredit({ id }: Giveaway) {
  const shopper = await shop.addUser({ ...BOUGHT, credits: { Bronze: 1 } })
  expect((await shop.call(`/api/giveaways/${id}/entries`, { as: shopper, json: { slots: [7] } })).status).toBe(200)
}

/** A person without an account asks for an entry and confirms it by the link in the e-mail. */
async function enterOnline({ id }: Giveaway) {
  const { name: _, ...home } = HOME
  const json = { ...ONLINE, ...home, birthDate: '1990-05-04' }
  expect((await shop.call(`/api/giveaways/${id}/free-entries`, { json })).status).toBe(200)
  const [mail] = await shop.outbox(ONLINE.email)
  const token = new URL(/http\S+\/free-entry\?token=\S+/.exec(mail!.text)![0]).searchParams.get('token')
  expect((await shop.call('/api/free-entries/link', { json: { token } })).json).toMatchObject({ numbers: [21] })
}

/** The desk numbers a card; an owner types it, and a draw officer confirms it. */
async function enterByCard({ id }: Giveaway) {
  const officer = await shop.addUser({ role: 'draw-officer' })
  const [number] = (await asAdmin('/api/admin/mail-desk/cards', { giveaway: id })).json.numbers
  const written = { ...MAILED, address: '12 Elm Street\nReno, NV 89501', birthDate: '1988-04-09' }
  expect((await asAdmin(`/api/admin/cards/${number}/type`, written)).json.state).toBe('waiting')
  const confirm = (as = officer) => shop.call(`/api/admin/cards/${number}/confirm`, { as, method: 'POST' })
  expect((await confirm(prizes.admin)).json.code).toBe('own_card')
  expect((await confirm()).json).toMatchObject({ state: 'registered', slotNumber: 22 })
}

/** Winners decline until the draw comes to the entrant with this address. @returns the id of the place, and the key of its link. */
async function passedOnTo(giveaway: Giveaway, email: string) {
  for (;;) {
    await tend()
    const { id, email: holder } = (await placesOf(giveaway)).at(-1)
    const key = await keyFor(holder)
    if (holder === email) return { id, key }
    expect((await shop.call(`/api/prizes/${id}/decline`, { json: { key } })).status).toBe(200)
  }
}

/** The winner takes the prize, sends both papers, and gets the prize once staff have checked them. */
async function deliver({ id, key }: { id: string; key: string }) {
  expect((await prizes.accept(id, { key })).json.papers).toMatchObject([{ kind: 'tax-form' }, { kind: 'affidavit' }])
  const affidavit = await shop.web.app.request(`/api/prizes/${id}/affidavit.pdf`, { headers: { 'prize-key': key } })
  const pdf = await getDocumentProxy(new Uint8Array(await affidavit.arrayBuffer()))
  expect((await extractText(pdf, { mergePages: true })).text).toContain('value $7,500.00')
  const names = { firstName: 'Ida', lastName: 'Lund', signedAs: 'Ida Lund' }
  const form = { key, ...names, numberKind: 'ssn', number: NUMBER, isTrue: true }
  expect((await shop.call(`/api/prizes/${id}/tax-form`, { json: form })).status).toBe(200)
  const { rows } = await shop.services.pool.query('select t::text as row from tax_form t')
  expect(JSON.stringify(rows)).not.toMatch(/219-?09-?9999/)
  const note = (kind: string, status: string) => asAdmin(`/api/admin/winners/${id}/papers`, { kind, status })
  await note('affidavit', 'received')
  await note('affidavit', 'checked')
  const ship = () => asAdmin(`/api/admin/winners/${id}/ship`, { carrier: 'UPS', trackingNumber: '1Z99' })
  expect((await ship()).json.code).toBe('papers_open')
  await note('tax-form', 'checked')
  expect((await ship()).json.state).toBe('shipped')
  await asAdmin(`/api/admin/winners/${id}/finish`, {})
  expect(await winner(id)).toMatchObject({ state: 'done', task: null })
}

it('a giveaway above $5,000 goes from its filings over three doors, the draw and the papers to its line of form 1099-MISC [B-26.1] [B-26.6] [B-26.7] [B-26.15] [B-24.1] [B-25.4] [B-20.10] [B-29.1] [B-29.5]', async () => {
  const giveaway = await publish()
  await afterDays(43)
  await enterByCredit(giveaway)
  await enterOnline(giveaway)
  await enterByCard(giveaway)
  const { entries } = (await asAdmin(`/api/giveaways/${giveaway.id}/entries`)).json
  expect(entries.map(({ rulesVersion }: { rulesVersion: number }) => rulesVersion)).toEqual([1, 1, 1])
  expect((await shop.call(`/api/giveaways/${giveaway.id}/parity`)).json).toMatchObject({ bought: 1, free: 2 })

  // The mail-in window ends a week after the close, and the list freezes.
  await afterDays(26)
  expect(await prizes.drawDue()).toBe(1)
  await deliver(await passedOnTo(giveaway, ONLINE.email))

  const afterDraw = ['fl-winners', 'ny-winners', 'irs-statement', 'irs-return']
  expect(await open(giveaway)).toEqual(afterDraw)
  for (const duty of ['fl-winners', 'ny-winners']) await finish(giveaway, duty)
  const filed = await asAdmin('/api/admin/tax-years/2026/information-returns', PAYER)
  const [heads, ...lines] = filed.text.trim().split('\r\n')
  expect(lines).toHaveLength(1)
  const cells = lines[0]!.split(',')
  const cell = (column: string) => cells[heads!.split(',').indexOf(column)]
  expect([cell('Form Type'), cell('Box 3 - Other Income')]).toEqual(['1099-MISC', '7500.00'])
  expect([cell('Recipient Taxpayer ID Number'), cell('Recipient First Name')]).toEqual(['219099999', 'Ida'])
  for (const duty of ['irs-statement', 'irs-return']) await finish(giveaway, duty)
  expect((await dutiesOf(giveaway)).every(({ status }) => status === 'done')).toBe(true)

  const verdict = await prizes.verdictOf(giveaway)
  expect(verdict.steps.filter(({ ok }) => !ok)).toEqual([])
  // Each place before the free entrant was passed on, and the verifier follows.
  const order = (await placesOf(giveaway)).map(({ slotNumber }: { slotNumber: number }) => slotNumber)
  expect(verdict).toMatchObject({ ok: true, winner: 21 })
  expect(verdict.places!.slice(0, order.length)).toEqual(order)
  expect(order.at(-1)).toBe(21)
})
