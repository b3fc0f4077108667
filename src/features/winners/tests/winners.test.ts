import { afterEach, describe, expect, it } from 'vitest'
import { STATES, type State } from '../rules.ts'
import { HOME, openPrizeShop } from '../testing/prizes.ts'

const prizes = await openPrizeShop()
const { shop, asAdmin, drawn, placesOf, winner, keyFor, accept, tend, afterDays } = prizes
afterEach(prizes.expectAudited)

const subjects = async (email: string) => (await prizes.emailsTo(email)).map(({ subject }) => subject)

describe('a winner', () => {
  it('a winner is notified at once, answers by the link, and is sent the prize [B-12.167] [B-12.241] [B-13.55] [B-13.58] [B-13.109]', async () => {
    const { giveaway } = await drawn(3, { title: 'Small Kit', value: 80 })
    const [before] = await placesOf(giveaway)
    expect(before).toMatchObject({
      state: 'drawn',
      place: 1,
      task: 'tell',
      taskDueAt: hoursFrom(before.selectedAt, 72),
    })
    await tend()
    const told = await winner(before.id)
    expect(told).toMatchObject({ state: 'notified', task: null, notice: 'sent', papers: [], shipTo: null })
    expect(told.answerBy).toBe(hoursFrom(told.notifiedAt, 7 * 24))
    expect(await subjects(told.email)).toEqual([
      expect.stringMatching(/^You won Small Kit\. Confirm your address by \w+ \d+$/),
    ])

    const key = await keyFor(told.email)
    const seen = await shop.call(`/api/prizes/${told.id}`, { headers: { 'prize-key': key } })
    expect(seen.json).toMatchObject({ canAnswer: true, slotNumber: told.slotNumber, giveaway: { title: 'Small Kit' } })
    expect((await accept(told.id, { key: `${key}x` })).json.code).toBe('prize_not_found')
    expect((await accept(told.id, {})).status).toBe(404)
    const wrong = await accept(told.id, { key, shipTo: { ...HOME, postalCode: 'X' }, isEligible: false })
    expect(wrong.json.errors).toEqual({
      'shipTo.postalCode': ['Please enter a US ZIP code such as 84601'],
      isEligible: ['Please confirm that you may take the prize.'],
    })
    const answered = await accept(told.id, { key })
    // A link does not reveal the address.
    expect(answered.json).toMatchObject({ state: 'accepted', canAnswer: false, canCorrect: true, shipTo: null })
    expect((await accept(told.id, { key, shipTo: { ...HOME, line1: '2 Fort Street' } })).status).toBe(200)
    expect(await winner(told.id)).toMatchObject({ task: 'ship', shipTo: { line1: '2 Fort Street' } })
    // The same address again is no change.
    expect((await accept(told.id, { key, shipTo: { ...HOME, line1: '2 Fort Street' } })).status).toBe(200)
    await shop.settleJobs()
    const ofAddress = (await shop.outbox(told.email)).filter(({ subject }) => subject.startsWith('A change of'))
    expect(ofAddress.map(({ subject }) => subject)).toEqual(['A change of your prize: Small Kit'])
    expect(ofAddress[0]!.text).toContain('It goes to an address in Provo, UT 84601.')
    expect(ofAddress[0]!.text).not.toContain('Fort Street')

    const shipped = await asAdmin(`/api/admin/winners/${told.id}/ship`, { carrier: 'UPS', trackingNumber: '1z 99' })
    expect(shipped.json).toMatchObject({ state: 'shipped', trackingNumber: '1Z99', task: 'confirm' })
    expect((await accept(told.id, { key })).json).toMatchObject({
      code: 'answered',
      detail: 'This prize is already shipped.',
    })
    await asAdmin(`/api/admin/winners/${told.id}/finish`, {})
    const done = await winner(told.id)
    expect(done).toMatchObject({ state: 'done', task: null, actions: ['write'] })
    expect(done.messages.map(({ kind }: { kind: string }) => kind)).toEqual([
      'change',
      'shipped',
      'change',
      'papers',
      'notice',
    ])
    await shop.settleJobs()
    expect(await subjects(told.email)).toContain('Your prize is on its way: Small Kit')
    const history = (await asAdmin(`/api/admin/records?type=winner&id=${told.id}`)).json
    expect(JSON.stringify(history)).not.toContain('Fort Street')
    expect(JSON.stringify(history)).toContain('shipped the prize')
  })

  it('a winner signs papers by the value of the prize before it is sent; they are recorded and never stored [B-13.57]', async () => {
    const { giveaway } = await drawn(2, { title: 'Big Kit', value: 2000 })
    await tend()
    const [{ id, email }] = await placesOf(giveaway)
    await accept(id, { key: await keyFor(email) })
    expect(await winner(id)).toMatchObject({
      papers: [
        { kind: 'tax-form', status: 'asked' },
        { kind: 'affidavit', status: 'asked' },
      ],
      task: 'collect-papers',
    })
    const ship = () => asAdmin(`/api/admin/winners/${id}/ship`, { carrier: 'UPS' })
    expect((await ship()).json.code).toBe('papers_open')
    const note = (kind: string, status: string) => asAdmin(`/api/admin/winners/${id}/papers`, { kind, status })
    expect((await note('tax-form', 'received')).json.task).toBe('check-papers')
    await note('tax-form', 'checked')
    expect((await note('affidavit', 'received')).json.task).toBe('check-papers')
    expect((await note('affidavit', 'checked')).json).toMatchObject({ task: 'ship' })
    expect((await asAdmin(`/api/admin/winners/${id}/papers`, { kind: 'ssn', status: '123-45-6789' })).status).toBe(400)
    expect((await ship()).json.state).toBe('shipped')
  })

  it('the tax form depends on all prizes of one user in a calendar year [B-13.57]', async () => {
    const person = await shop.addUser({ credits: { Bronze: 2 } })
    const papersOf = async (title: string) => {
      const giveaway = await prizes.addGiveaway({ title, value: 1000 })
      await prizes.enter(giveaway, person, { pick: 1 })
      await prizes.drawnNow(giveaway)
      const [{ id }] = await placesOf(giveaway)
      const answer = await shop.call(`/api/prizes/${id}/accept`, {
        as: person,
        json: { shipTo: HOME, isEligible: true },
      })
      expect(answer.json.shipTo).toMatchObject(HOME)
      return answer.json.papers.map(({ kind }: { kind: string }) => kind)
    }
    expect(await papersOf('First Half')).toEqual(['affidavit'])
    expect(await papersOf('Second Half')).toEqual(['tax-form', 'affidavit'])
    const { json } = await shop.call('/api/my/prizes', { as: person })
    expect(json.prizes.map((prize: { giveaway: { title: string } }) => prize.giveaway.title)).toHaveLength(2)
  })

  it('a silent winner is reminded on days 3 and 6, and loses the prize to the next alternate after day 7 [B-12.242] [B-13.56]', async () => {
    const { giveaway } = await drawn(3, { title: 'Silent Kit' })
    await tend()
    const [first] = await placesOf(giveaway)
    const mails = async () => (await subjects(first.email)).filter(subject => subject.includes('waiting')).length
    await afterDays(2.9)
    expect(await mails()).toBe(0)
    await afterDays(0.2)
    expect(await mails()).toBe(1)
    await afterDays(3)
    expect(await mails()).toBe(2)
    expect(await placesOf(giveaway)).toHaveLength(1)
    await afterDays(1)
    const places = await placesOf(giveaway)
    expect(places).toMatchObject([
      { state: 'forfeited', endedReason: 'No answer within 7 days.', task: null },
      { place: 2, state: 'notified' },
    ])
    expect(places[1].email).not.toBe(first.email)
    expect((await accept(first.id, { key: await keyFor(first.email) })).json.code).toBe('answered')
    expect(await subjects(places[1].email)).toContainEqual(expect.stringMatching(/^You won Silent Kit\. /))
  })
})

describe('the list of winners', () => {
  type Listed = { id: string; giveaway: { title: string }; place: number; state: string; deadline: string | null }

  async function list(query: string): Promise<Listed[]> {
    const found: Listed[] = []
    for (let cursor = ''; ; ) {
      const { json, status, text } = await asAdmin(`/api/admin/winners/list?${query}${cursor}`)
      expect(status, text).toBe(200)
      found.push(...json.winners)
      if (!json.nextCursor) return found
      cursor = `&cursor=${encodeURIComponent(json.nextCursor)}`
    }
  }
  const rows = (winners: Listed[]) => winners.map(({ giveaway, place }) => `${giveaway.title} ${place}`)

  it('the winners are listed one by one by draw, giveaway, state and deadline, in pages without gaps [B-13.105]', async () => {
    const zebra = await drawn(3, { title: 'Zebra Kit' })
    shop.clock.advance(60_000)
    await drawn(1, { title: 'apple Kit' })
    await tend()
    const [told] = await placesOf(zebra.giveaway)
    const passed = { as: 'declined', reason: 'By phone' }
    expect((await asAdmin(`/api/admin/winners/${told.id}/pass-on`, passed)).status).toBe(200)
    const mine = (winners: Listed[]) => rows(winners).filter(row => /^(Zebra|apple) /.test(row))

    expect(mine(await list('limit=2'))).toEqual(['apple Kit 1', 'Zebra Kit 1', 'Zebra Kit 2'])
    expect(mine(await list('sort=drawn&way=up&limit=1'))).toEqual(['Zebra Kit 1', 'Zebra Kit 2', 'apple Kit 1'])
    expect(mine(await list('sort=giveaway&way=up&limit=1'))).toEqual(['apple Kit 1', 'Zebra Kit 1', 'Zebra Kit 2'])
    expect(mine(await list('sort=giveaway&way=down'))).toEqual(['Zebra Kit 1', 'Zebra Kit 2', 'apple Kit 1'])
    const steps = (await list('sort=state&way=up&limit=1')).map(({ state }) => STATES.indexOf(state as State))
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    for (const way of ['up', 'down']) {
      const due = (await list(`sort=deadline&way=${way}&limit=1`)).map(({ deadline }) => deadline)
      const dated = due.filter(deadline => deadline !== null)
      const sorted = dated.toSorted()
      // A winner without a deadline comes last in both directions.
      expect(due).toEqual([
        ...(way === 'up' ? sorted : sorted.toReversed()),
        ...Array(due.length - dated.length).fill(null),
      ])
    }
    expect(mine(await list('state=declined'))).toEqual(['Zebra Kit 1'])
    const { nextCursor } = (await asAdmin('/api/admin/winners/list?limit=1')).json
    expect((await asAdmin(`/api/admin/winners/list?sort=state&cursor=${nextCursor}`)).status).toBe(400)
  })
})

const hoursFrom = (moment: string, hours: number) => new Date(+new Date(moment) + hours * 3_600_000).toISOString()
