import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, describe, expect, it } from 'vitest'
import { transact } from '#kernel/transaction.server.ts'
import { winnersData } from '../personal-data.server.ts'
import { HOME, openPrizeShop } from '../testing/prizes.ts'
import { forgetTaxForms, resealTaxForms } from './commands/send-tax-form.server.ts'
import { COLUMNS } from './iris.ts'
import { isTaxNumber } from './rules.ts'

const prizes = await openPrizeShop()
const { shop, asAdmin, drawn, placesOf, winner, keyFor, accept, tend } = prizes
afterEach(prizes.expectAudited)

const NUMBER = '219-09-9999'
const FORM = {
  firstName: 'José',
  lastName: 'O, Neil',
  numberKind: 'ssn',
  number: NUMBER,
  isTrue: true,
  signedAs: 'José O Neil',
}
const PAYER = {
  name: 'Redoubt, Inc.',
  ein: '12-3456789',
  line1: '1 Fort Street',
  city: 'Provo',
  state: 'ut',
  postalCode: '84601',
  phone: '(801) 555-0100',
}

/** A winner who accepted a prize of this value, and the key of the link. */
async function accepted(title: string, value: number) {
  const { giveaway } = await drawn(2, { title, value })
  await tend()
  const [{ id, email }] = await placesOf(giveaway)
  const key = await keyFor(email)
  await accept(id, { key })
  return { id, key, email }
}
const sendForm = (id: string, json: object) => shop.call(`/api/prizes/${id}/tax-form`, { json })
const file = (year: number, json: object) =>
  shop.call(`/api/admin/tax-years/${year}/information-returns`, { as: prizes.admin, json })

describe('a tax form', () => {
  it('is sent by the winner, sealed, shown to owners alone, and makes a line of the year’s file [B-29.1] [B-29.2] [B-29.4] [B-29.5]', async () => {
    const { id, key } = await accepted('Taxed Kit', 2500)
    const year = shop.clock.now().getUTCFullYear()
    expect((await file(year, PAYER)).json).toMatchObject({
      code: 'tax_forms_missing',
      detail: expect.stringContaining('No tax form from'),
    })
    expect((await file(year, { ...PAYER, leaveOutMissing: true })).json.code).toBe('nothing_to_report')

    expect((await sendForm(id, { ...FORM, key: 'wrong' })).json.code).toBe('prize_not_found')
    expect(Object.keys((await sendForm(id, { ...FORM, key, number: '666', isTrue: false })).json.errors)).toEqual([
      'isTrue',
      'number',
    ])
    expect((await sendForm(id, { ...FORM, key, number: '666-12-3456' })).json.errors).toEqual({
      number: ['This is no number of this kind. Please look at it again.'],
    })
    expect((await sendForm(id, { ...FORM, key })).json.papers[0]).toMatchObject({
      kind: 'tax-form',
      status: 'received',
    })
    expect((await winner(id)).task).toBe('check-papers')

    const { rows } = await shop.services.pool.query('select t::text as row from tax_form t')
    expect(JSON.stringify(rows)).not.toMatch(/219-?09-?9999/)
    const manager = await shop.addUser({ role: 'manager' })
    expect((await shop.call(`/api/admin/winners/${id}/tax-form`, { as: manager })).status).toBe(403)
    expect((await asAdmin(`/api/admin/winners/${id}/tax-form`)).json).toMatchObject({
      number: '219099999',
      lastName: 'O, Neil',
    })
    const log = JSON.stringify((await asAdmin(`/api/admin/records?type=winner&id=${id}`)).json)
    expect(log).toContain('read the tax form')
    expect(log).not.toMatch(/219-?09-?9999/)

    expect((await asAdmin(`/api/admin/tax-years/${year}`)).json).toMatchObject({
      reportedFrom: 2000,
      people: [{ total: 2500, signedAt: expect.any(String) }],
    })
    const [heads, line] = (await file(year, PAYER)).text.trim().split('\r\n')
    expect(heads!.split(',')).toHaveLength(COLUMNS.length)
    const cells = Object.fromEntries(COLUMNS.map((column, at) => [column, line!.split(',')[at]]))
    expect(cells).toMatchObject({
      'Form Type': '1099-MISC',
      'Payer Business or Entity Name Line 1': 'Redoubt Inc.',
      'Payer State/Province/Territory': 'UT',
      'Payer Phone': '8015550100',
      'Recipient Taxpayer ID Number': '219099999',
      'Recipient First Name': 'Jose',
      'Recipient Last Name (Surname)': 'O Neil',
      'Recipient City/Town': HOME.city,
      'Box 3 - Other Income': '2500.00',
    })

    await asAdmin(`/api/admin/winners/${id}/papers`, { kind: 'tax-form', status: 'checked' })
    expect((await sendForm(id, { ...FORM, key })).json.code).toBe('tax_form_not_asked')
  })

  it('is not asked for a smaller prize, and a number that is never issued is refused [B-29.1]', async () => {
    const { id, key } = await accepted('Plain Kit', 700)
    expect((await sendForm(id, { ...FORM, key })).json.code).toBe('tax_form_not_asked')
    const valid = [
      ['ssn', '219099999'],
      ['itin', '912700001'],
    ] as const
    for (const [kind, digits] of valid) expect(isTaxNumber(kind, digits)).toBe(true)
    for (const digits of ['000121234', '666121234', '900121234', '123004567', '123450000', '12345678'])
      expect(isTaxNumber('ssn', digits)).toBe(false)
    for (const digits of ['812701234', '912661234', '912891234', '912931234'])
      expect(isTaxNumber('itin', digits)).toBe(false)
  })

  it('sent 20 times at once is stored once, with the number of one of them [B-29.1]', async () => {
    const { id, key } = await accepted('Eager Kit', 3000)
    const numbers = Array.from({ length: 20 }, (_, n) => `2190999${String(n + 10)}`)
    const answers = await Promise.all(numbers.map(number => sendForm(id, { ...FORM, key, number })))
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200))
    expect(numbers).toContain((await asAdmin(`/api/admin/winners/${id}/tax-form`)).json.number)
  })

  it('is sealed again after a change of the secret, leaves an export without its number, outlives the account of a paid prize in the file, and is deleted after four years [B-29.3] [B-29.5]', async () => {
    const person = await shop.addUser({ credits: { Bronze: 1 } })
    const giveaway = await prizes.addGiveaway({ title: 'Kept Kit', value: 2100 })
    await prizes.enter(giveaway, person, { pick: 1 })
    await prizes.drawnNow(giveaway)
    const [{ id }] = await placesOf(giveaway)
    await shop.call(`/api/prizes/${id}/accept`, {
      as: person,
      json: { shipTo: { ...HOME, state: 'Utah' }, isEligible: true },
    })
    expect((await shop.call(`/api/prizes/${id}/tax-form`, { as: person, json: FORM })).status).toBe(200)
    const sealed = async () =>
      (
        await shop.services.pool.query<{ s: string }>('select sealed_number as s from tax_form where winner_id = $1', [
          id,
        ])
      ).rows[0]?.s
    const before = await sealed()
    // Every value counts as sealed by a former secret.
    await resealTaxForms({ ...shop.system, seals: { ...shop.system.seals, isCurrent: () => false } })
    expect(await sealed()).not.toBe(before)
    expect((await asAdmin(`/api/admin/winners/${id}/tax-form`)).json.number).toBe('219099999')

    const answer = await shop.call('/api/my/export', { as: person })
    expect(answer.text).toContain('"taxForms"')
    expect(answer.text).not.toContain('219099999')

    const { papers } = await winner(id)
    for (const { kind } of papers)
      for (const status of ['received', 'checked']) await asAdmin(`/api/admin/winners/${id}/papers`, { kind, status })
    expect((await asAdmin(`/api/admin/winners/${id}/ship`, { carrier: 'UPS' })).status).toBe(200)
    await transact(shop.system, tx =>
      winnersData.erase(tx, { userId: person.userId, email: person.email, phone: null }),
    )
    const filed = await file(shop.clock.now().getUTCFullYear(), { ...PAYER, leaveOutMissing: true })
    expect(filed.text).toContain(`${HOME.line1},,${HOME.city},UT,${HOME.postalCode}`)

    await shop.services.pool.query('update tax_form set tax_year = tax_year - 4')
    expect(await forgetTaxForms(shop.system)).toBe(0)
    await shop.services.pool.query('update tax_form set tax_year = tax_year - 1')
    expect(await forgetTaxForms(shop.system)).toBeGreaterThan(0)
    expect(await sealed()).toBeUndefined()
  })
})

async function wordsOf(path: string, headers: Record<string, string>) {
  const answer = await shop.web.app.request(path, { headers })
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), {
    mergePages: true,
  })
  return text.replace(/\s+/g, ' ')
}

describe('an affidavit', () => {
  it('is a page to sign with the prize and, for staff and the signed-in winner, the address [B-29.6]', async () => {
    const { id, key } = await accepted('Paper Kit', 800)
    const ofWinner = await wordsOf(`/api/prizes/${id}/affidavit.pdf`, { 'prize-key': key })
    expect(ofWinner).toContain('Paper Kit, value $800.00')
    expect(ofWinner).not.toContain(HOME.line1)
    const ofStaff = await wordsOf(`/api/admin/winners/${id}/affidavit.pdf`, {
      authorization: `Bearer ${prizes.admin.idToken}`,
    })
    expect(ofStaff).toContain(`${HOME.line1}, ${HOME.city}, UT ${HOME.postalCode}`)
    const small = await accepted('Cheap Kit', 50)
    expect((await asAdmin(`/api/admin/winners/${small.id}/affidavit.pdf`)).json.code).toBe('affidavit_not_asked')
  })
})

describe('a list of winners', () => {
  const pathOf = (id: string, query = '') => `/api/admin/giveaways/${id}/winners-list.pdf${query}`
  const read = (path: string) => wordsOf(path, { authorization: `Bearer ${prizes.admin.idToken}` })

  it('has prize, day of the draw, short name and state once the prize is accepted, and no name for Tennessee or on request [B-29.7]', async () => {
    const { giveaway, entrants } = await drawn(1, { title: 'Listed Kit', value: 700 }, { name: 'Robin Ashdown' })
    await tend()
    expect((await asAdmin(pathOf(giveaway.id))).json.code).toBe('winners_list_early')
    const [{ id, email }] = await placesOf(giveaway)
    await accept(id, { key: await keyFor(email) })
    const list = await read(pathOf(giveaway.id))
    for (const fact of [
      'Listed Kit, value $700.00',
      'Winner Robin A.',
      'State Utah',
      'Redoubt Supply Co.',
      'Drawn Mar',
    ])
      expect(list, fact).toContain(fact)
    for (const secret of ['Ashdown', email, HOME.line1, HOME.postalCode, HOME.name, entrants[0]!.userId])
      expect(list).not.toContain(secret)
    const nameless = await read(pathOf(giveaway.id, '?withholdName=true'))
    expect(nameless).toContain('Winner Name withheld State Utah')

    await shop.services.pool.query(`update winner set ship_to = jsonb_set(ship_to, '{state}', '"TN"') where id = $1`, [
      id,
    ])
    expect(await read(pathOf(giveaway.id))).toContain('Winner Name withheld State Tennessee')
  })

  it('is refused to shoppers and guests, and unknown for an unknown giveaway [B-29.7]', async () => {
    const clerk = await shop.addUser({ role: 'draw-officer' })
    const { giveaway } = await drawn(1, { title: 'Closed Kit' })
    expect((await shop.call(pathOf(giveaway.id), { as: await shop.addUser() })).status).toBe(403)
    expect((await shop.call(pathOf(giveaway.id))).status).toBe(401)
    expect((await shop.call(pathOf(giveaway.id), { as: clerk })).json.code).toBe('winners_list_early')
    expect((await asAdmin(pathOf(crypto.randomUUID()))).json.code).toBe('giveaway_not_found')
  })
})
