import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { DEMO_SETTINGS } from '../../../db/demo/settings.ts'

const shop = await testShop({ connections: 30 })

type User = Awaited<ReturnType<typeof shop.addUser>>
const valid = { subject: 'Where is my parcel?', message: 'It has been a week.', priority: 'high' }
const submit = (as: User | undefined, json: unknown, path = 'tickets', headers: Record<string, string> = {}) =>
  shop.call(`/api/support/${path}`, { json, headers, ...(as && { as }) })
const storedOf = async (user: User) =>
  shop.services.db.selectFrom('support_ticket').selectAll().where('user_id', '=', user.userId).orderBy('id').execute()

describe('a submission', () => {
  it('a submission is stored as an open ticket and confirmed [B-7.23]', async () => {
    const user = await shop.addUser()
    const { status, json } = await submit(user, valid)
    expect(status).toBe(200)
    expect(json).toMatchObject({ success: true, message: 'Your inquiry has been submitted successfully!' })
    const kept = { ...valid, id: json.id, type: 'support', status: 'open', assigned_to: null }
    expect(await storedOf(user)).toMatchObject([kept])
  })

  it('a general submission is a new inquiry without a chosen priority [B-5.22] [B-7.23]', async () => {
    const user = await shop.addUser()
    expect((await submit(user, valid, 'inquiries')).status).toBe(200)
    expect(await storedOf(user)).toMatchObject([{ type: 'general', status: 'new', priority: 'medium' }])
  })

  it('a submission has priority medium by default [B-5.22]', async () => {
    const user = await shop.addUser()
    await submit(user, { subject: 'a', message: 'b' })
    expect(await storedOf(user)).toMatchObject([{ priority: 'medium' }])
  })

  it.each(['low', 'medium', 'high'])('a ticket keeps the priority %s [B-5.22]', async priority => {
    const user = await shop.addUser()
    await submit(user, { ...valid, priority })
    expect(await storedOf(user)).toMatchObject([{ type: 'support', priority }])
  })

  it('a submission accepts the form’s user data, and uses the shop’s own records [B-3.15]', async () => {
    const user = await shop.addUser({ name: 'Dana Cole' })
    const claims = {
      userEmail: 'president@example.com',
      userName: 'Somebody Else',
      userPhone: null,
      userAddress: { line1: '9 False Road', city: 'Nowhere' },
      timestamp: '1999-01-01T00:00:00Z',
    }
    expect((await submit(user, { ...valid, subject: 'Claims', ...claims })).status).toBe(200)
    expect((await storedOf(user))[0]!.created_at).toEqual(shop.clock.now())
    const mail = (await shop.outbox(DEMO_SETTINGS.supportEmail)).find(({ subject }) => subject.endsWith('Claims'))!
    expect(mail.text).toContain(`From: Dana Cole <${user.email}>`)
    expect(mail.text).toContain('Phone: +18015550100')
    expect(mail.text).toContain('Address: 1 Fort Street, Provo, UT 84601, US')
    expect(mail.text).not.toMatch(/Somebody Else|president|False Road/)
    expect(await shop.outbox('president@example.com')).toEqual([])
    const spoken = { userAddress: '9 False Road, Nowhere', timestamp: 915_148_800_000 }
    expect((await submit(await shop.addUser(), { ...valid, ...spoken })).status).toBe(200)
  })

  it('a submission of a member is marked for the staff [B-1.8]', async () => {
    const memberships = async (options: { subscriber?: boolean }, subject: string) => {
      await submit(await shop.addUser(options), { ...valid, subject })
      const mail = (await shop.outbox(DEMO_SETTINGS.supportEmail)).find(sent => sent.subject.endsWith(subject))!
      return /Membership: (.+)/.exec(mail.text)![1]
    }
    expect(await memberships({ subscriber: true }, 'From a member')).toBe('Premium')
    expect(await memberships({}, 'From a shopper')).toBe('Standard')
  })

  it('a submission requires a signed-in user [B-6.2] [B-7.1]', async () => {
    for (const path of ['tickets', 'inquiries'])
      expect((await submit(undefined, valid, path)).json).toMatchObject({ status: 401, code: 'NotAuthorizedException' })
    expect((await shop.call('/api/my/tickets')).status).toBe(401)
  })
})

describe('texts of a submission', () => {
  const faults = [
    ['subject', '', 'Subject is required'],
    ['subject', '   ', 'Subject is required'],
    ['subject', undefined, 'Subject is required'],
    ['subject', 'x'.repeat(101), 'Subject must be 100 characters or less'],
    ['subject', '<script>alert(1)</script>', 'Invalid characters detected in your input'],
    ['message', '', 'Message is required'],
    ['message', undefined, 'Message is required'],
    ['message', 'x'.repeat(2001), 'Message must be 2000 characters or less'],
    ['message', 'see javascript:alert(1)', 'Invalid characters detected in your input'],
    ['message', '<img src=x onerror=alert(1)>', 'Invalid characters detected in your input'],
    ['message', '<iframe src="//evil.example">', 'Invalid characters detected in your input'],
  ] as const

  it('invalid input is refused with its message and starts no cooldown [B-5.20]', async () => {
    const user = await shop.addUser()
    for (const path of ['tickets', 'inquiries'])
      for (const [field, text, sentence] of faults) {
        const { status, json } = await submit(user, { ...valid, [field]: text }, path)
        expect([status, json.errors], `${field} ${text}`).toEqual([400, { [field]: [sentence] }])
      }
    expect(await storedOf(user)).toEqual([])
    expect((await submit(user, valid)).status).toBe(200)
  })

  it('every wrong field is named, and unknown fields and priorities are refused [B-5.22]', async () => {
    const user = await shop.addUser()
    const { json } = await submit(user, { priority: 'urgent', isAdmin: true })
    expect(Object.keys(json.errors).sort()).toEqual(['isAdmin', 'message', 'priority', 'subject'])
  })

  it('a text loses < and > and the space around it; a subject is one line [B-5.21] [B-12.168]', async () => {
    const user = await shop.addUser()
    await submit(user, { subject: ' 5 > 3\r\nBcc: x@example.com ', message: '\n <b>two\nlines</b>\u0000 ' })
    expect(await storedOf(user)).toMatchObject([{ subject: '5  3 Bcc: x@example.com', message: 'btwo\nlines/b' }])
  })

  it('markup appears as text in both e-mails [B-9.44]', async () => {
    const user = await shop.addUser({ name: 'Eve <b>Bold</b>' })
    const address = { line1: '5 <b>Fort</b> Street', city: 'Ogden', state: 'UT', postalCode: '84401' }
    expect((await shop.call('/api/my/profile', { as: user, json: { shippingAddress: address } })).status).toBe(200)
    const message = 'Tom & "Jerry" &lt;script&gt;'
    await submit(user, { subject: 'R&D', message })
    for (const to of [DEMO_SETTINGS.supportEmail, user.email]) {
      const mail = (await shop.outbox(to)).find(({ subject }) => subject.endsWith(': R&D'))!
      expect(mail.text).toContain(message)
      expect(mail.html).toContain('Tom &amp; &quot;Jerry&quot; &amp;lt;script&amp;gt;')
      expect(mail.html).toContain('Eve &lt;b&gt;Bold&lt;/b&gt;')
      expect(mail.html).not.toContain('<b>')
      if (to === DEMO_SETTINGS.supportEmail) expect(mail.html).toContain('5 &lt;b&gt;Fort&lt;/b&gt; Street')
    }
  })
})

describe('the 60 seconds between two submissions', () => {
  it('the cooldown covers tickets and inquiries together, and ends after 60 seconds [B-5.23]', async () => {
    const user = await shop.addUser()
    await submit(user, valid)
    shop.clock.advance(59_001)
    const early = await submit(user, valid, 'inquiries')
    expect(early.json).toMatchObject({
      status: 429,
      code: 'support_cooldown',
      detail: 'Please wait before submitting another inquiry',
      retryAfter: 1,
    })
    expect(early.headers.get('retry-after')).toBe('1')
    shop.clock.advance(999)
    expect((await submit(user, valid, 'inquiries')).status).toBe(200)
    expect(await storedOf(user)).toHaveLength(2)
  })

  it('one of 100 concurrent submissions is accepted, and one e-mail of each kind leaves [B-5.23] [B-9.41]', async () => {
    const user = await shop.addUser()
    const answers = await Promise.all(Array.from({ length: 100 }, () => submit(user, { ...valid, subject: 'Crowd' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(99)
    expect(await storedOf(user)).toHaveLength(1)
    expect((await shop.outbox(user.email)).filter(({ subject }) => subject.endsWith('Crowd'))).toHaveLength(1)
  })

  it('the cooldown is counted by user', async () => {
    const [one, two] = [await shop.addUser(), await shop.addUser()]
    expect((await submit(one, valid)).status).toBe(200)
    expect((await submit(two, valid)).status).toBe(200)
  })

  it('the cooldown does not refuse the same request sent again by its key', async () => {
    const user = await shop.addUser()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await submit(user, valid, 'tickets', headers)
    const again = await submit(user, valid, 'tickets', headers)
    expect([again.status, again.json.id]).toEqual([200, first.json.id])
    expect(await storedOf(user)).toHaveLength(1)
  })
})

describe('the user’s own tickets', () => {
  it('tickets are listed newest first, page by page, with their state', async () => {
    const user = await shop.addUser()
    for (const subject of ['first', 'second', 'third']) {
      await submit(user, { ...valid, subject })
      shop.clock.advance(60_000)
    }
    const first = (await shop.call('/api/my/tickets?limit=2', { as: user })).json
    expect(first.tickets).toMatchObject([{ subject: 'third', type: 'support', status: 'open' }, { subject: 'second' }])
    const second = (await shop.call(`/api/my/tickets?limit=2&cursor=${first.nextCursor}`, { as: user })).json
    expect(second).toMatchObject({ tickets: [{ subject: 'first', message: valid.message }], nextCursor: null })
  })

  it('a user reads own tickets only, and an unknown page is refused', async () => {
    const [one, two] = [await shop.addUser(), await shop.addUser()]
    await submit(one, valid)
    expect((await shop.call('/api/my/tickets', { as: two })).json).toEqual({ tickets: [], nextCursor: null })
    expect((await shop.call('/api/my/tickets?cursor=zeppelin', { as: two })).status).toBe(400)
  })
})

it('notifies the staff’s open screens', async () => {
  const told: unknown[] = []
  shop.services.signals.subscribe('admin', message => told.push(message))
  await submit(await shop.addUser(), valid)
  await expect.poll(() => told).toContainEqual({ changed: ['tickets'] })
})
