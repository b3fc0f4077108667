import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'

const HOUR = 3_600_000

const shop = await testShop({ connections: 30 })
const owner = await shop.addUser({ admin: true, name: 'Olive Owner' })
const agent = await shop.addUser({ role: 'support', name: 'Sandy Agent' })

type Written = { subject?: string; message?: string; priority?: string; kind?: 'tickets' | 'inquiries'; by?: TestUser }
async function write({ subject = 'Where is it?', kind = 'tickets', by, ...rest }: Written = {}) {
  const user = by ?? (await shop.addUser({ name: 'Casey Writer' }))
  const json = { subject, message: 'A week, and nothing.', ...rest }
  const { json: answer } = await shop.call(`/api/support/${kind}`, { as: user, json })
  return { id: answer.id as string, user }
}
const read = (path: string, as = agent) => shop.call(`/api/admin/support/${path}`, { as })
const post = (path: string, json: unknown, as = agent) => shop.call(`/api/admin/support/${path}`, { as, json })
const patch = (path: string, json: unknown, as = agent) =>
  shop.call(`/api/admin/support/${path}`, { as, json, method: 'PATCH' })
const recordsOf = async (id: string) =>
  shop.services.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).orderBy('id').execute()

describe('the lists', () => {
  it('lists answer tickets and inquiries with all fields [B-12.56] [B-12.57] [B-12.154] [B-12.155]', async () => {
    const { id, user } = await write({ subject: 'Fields', priority: 'high' })
    const inquiry = await write({ subject: 'Fields of an inquiry', kind: 'inquiries' })
    const { status, json } = await read('tickets?q=Fields')
    expect(status).toBe(200)
    expect(json.success).toBe(true)
    expect(json.tickets).toMatchObject([
      {
        id,
        subject: 'Fields',
        message: 'A week, and nothing.',
        priority: 'high',
        status: 'open',
        userName: 'Casey Writer',
        userEmail: user.email,
        userPhone: '+18015550100',
        createdAt: shop.clock.now().toISOString(),
        updatedAt: shop.clock.now().toISOString(),
        assignedTo: null,
        notes: [],
      },
    ])
    const inquiries = await read('inquiries?q=Fields')
    expect(inquiries.json).toMatchObject({ success: true, inquiries: [{ id: inquiry.id, status: 'new' }] })
    expect(Object.keys(inquiries.json.inquiries[0]).sort()).toEqual(Object.keys(json.tickets[0]).sort())
  })

  it('lists are filtered by status, priority, assignee and age, and searched by words, name or address [B-13.45]', async () => {
    const mark = `narrow${Math.random()}`
    const { id, user } = await write({ subject: `${mark} one`, priority: 'high' })
    const other = await write({ subject: `${mark} two` })
    await patch(`tickets/${id}`, { assignedTo: agent.userId })
    await patch(`tickets/${other.id}`, { status: 'closed' })
    const ids = async (query: string, as?: TestUser) =>
      (await read(`tickets?q=${mark}&${query}`, as)).json.tickets.map((ticket: { id: string }) => ticket.id)
    expect(await ids('')).toEqual([other.id, id])
    expect(await ids('sort=oldest')).toEqual([id, other.id])
    expect(await ids('sort=due')).toEqual([id, other.id])
    expect(await ids('status=closed')).toEqual([other.id])
    expect(await ids('status=active')).toEqual([id])
    expect(await ids('priority=high')).toEqual([id])
    expect(await ids('assignee=me')).toEqual([id])
    expect(await ids('assignee=me', owner)).toEqual([])
    expect(await ids('assignee=nobody')).toEqual([other.id])
    expect(await ids(`assignee=${agent.userId}`)).toEqual([id])
    expect(await ids('age=day')).toHaveLength(2)
    expect(await ids('age=older')).toEqual([])
    expect(await ids('age=overdue')).toEqual([])
    const { db } = shop.services
    const past = new Date(+shop.clock.now() - 1)
    await db.updateTable('support_ticket').set({ answer_due_at: past }).where('id', '=', id).execute()
    expect(await ids('age=overdue')).toEqual([id])
    expect((await read(`tickets?q=${user.email}`)).json.tickets).toHaveLength(1)
    const { counts } = (await read('counts?type=support')).json
    expect(counts).toMatchObject({ mine: 1, overdue: expect.any(Number), closed: expect.any(Number) })
    expect((await read('tickets?status=new')).status).toBe(400)
  })

  it('lists go on page by page in every order, and refuse a cursor that was never given [B-13.2]', async () => {
    const mark = `paged${Math.random()}`
    for (const priority of ['low', 'high', 'medium', 'low', 'high']) await write({ subject: mark, priority })
    for (const sort of ['newest', 'oldest', 'updated', 'due']) {
      const seen: string[] = []
      for (let cursor = ''; cursor !== null; ) {
        const { json } = await read(`tickets?q=${mark}&sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`)
        seen.push(...json.tickets.map((ticket: { id: string }) => ticket.id))
        cursor = json.nextCursor
      }
      expect(new Set(seen).size, sort).toBe(5)
      expect(seen, sort).toHaveLength(5)
    }
    expect((await read('tickets?cursor=zeppelin')).status).toBe(400)
  })
})

describe('status and assignment', () => {
  it('status and assignee are set and cleared freely, with their messages, and recorded [B-12.57] [B-12.62] [B-12.63] [B-12.64] [B-12.124] [B-12.156] [B-12.157] [B-12.208]', async () => {
    const { id } = await write()
    expect((await patch(`tickets/${id}`, { status: 'in-progress' })).json).toMatchObject({
      success: true,
      message: 'Ticket status updated',
    })
    expect((await patch(`tickets/${id}`, { assignedTo: owner.userId })).json.message).toBe('Ticket assignment updated')
    expect((await patch(`tickets/${id}`, { assignedTo: null })).json.success).toBe(true)
    expect((await read(`threads/${id}`)).json).toMatchObject({ status: 'in-progress', assignedTo: null, version: 4 })
    expect((await recordsOf(id)).map(({ action, after }) => [action, after])).toEqual([
      ['changed status', { status: 'in-progress' }],
      ['assigned', { assignedTo: owner.userId }],
      ['unassigned', { assignedTo: null }],
    ])
    // Stored by id, shown by name.
    const { json } = await shop.call(`/api/admin/records?type=ticket&id=${id}`, { as: agent })
    expect(json.records[0]).toMatchObject({ before: { assignedTo: 'Olive Owner' }, after: { assignedTo: null } })
    const inquiry = await write({ kind: 'inquiries' })
    // Every order of two states, without a return to the same one.
    for (const status of ['closed', 'open', 'in-progress', 'open', 'closed', 'in-progress', 'closed'])
      expect((await patch(`tickets/${id}`, { status })).json.message, status).toBe('Ticket status updated')
    for (const status of ['reviewed', 'closed', 'new', 'closed', 'reviewed', 'new', 'reviewed'])
      expect((await patch(`inquiries/${inquiry.id}`, { status })).json.message, status).toBe('Inquiry status updated')
    for (const assignedTo of [agent.userId, owner.userId, null])
      expect((await patch(`inquiries/${inquiry.id}`, { assignedTo })).json.message).toBe('Inquiry assignment updated')
    expect((await read(`threads/${inquiry.id}`)).json).toMatchObject({ status: 'reviewed', assignedTo: null })
    // Tickets and inquiries have different states and routes.
    expect((await patch(`inquiries/${inquiry.id}`, { status: 'open' })).status).toBe(400)
    expect((await patch(`tickets/${inquiry.id}`, { status: 'open' })).status).toBe(404)
    expect((await patch(`tickets/${id}`, {})).status).toBe(400)
  })

  it('a ticket is assigned only to staff who may read tickets [B-13.41]', async () => {
    const { id, user } = await write()
    const packer = await shop.addUser({ role: 'fulfilment' })
    for (const assignedTo of [user.userId, packer.userId, crypto.randomUUID()])
      expect((await patch(`tickets/${id}`, { assignedTo })).json).toMatchObject({ status: 400, code: 'not_an_agent' })
    const { agents } = (await read('agents')).json
    expect(agents.map(({ name }: { name: string }) => name)).toEqual(['Olive Owner', 'Sandy Agent'])
    expect(agents[1].isMe).toBe(true)
  })

  it('status and assignee require the right', async () => {
    const { id, user } = await write()
    const packer = await shop.addUser({ role: 'fulfilment' })
    for (const as of [user, packer]) {
      expect((await patch(`tickets/${id}`, { status: 'closed' }, as)).status).toBe(403)
      expect((await read('tickets', as)).status).toBe(403)
      expect((await post(`threads/${id}/answers`, { message: 'x' }, as)).status).toBe(403)
    }
  })

  it('a change based on an older state is refused with the current one; of 20 concurrent changes one is saved [B-13.71]', async () => {
    const { id } = await write()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        patch(`tickets/${id}`, { assignedTo: n % 2 ? owner.userId : agent.userId, version: 1 }, n % 2 ? owner : agent),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = answers.filter(({ status }) => status === 409)
    expect(late).toHaveLength(19)
    const { assignedTo, assignedToName } = (await read(`threads/${id}`)).json
    expect(late[0]!.json).toMatchObject({
      code: 'version_conflict',
      version: 2,
      by: assignedToName,
      now: { assignedTo },
    })
  })
})

describe('an answer', () => {
  it('an answer leaves by e-mail with the conversation quoted, assigns the ticket and is visible to its writer [B-13.44]', async () => {
    const { id, user } = await write({ subject: 'Torn <strap>', message: 'It tore & fell.' })
    const { status, json } = await post(`threads/${id}/answers`, {
      message: 'Hello {firstName},\n\n"{subject}" <is> sorted.',
      version: 1,
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({ status: 'in-progress', assignedTo: agent.userId, answerDueAt: null, version: 2 })
    const mail = (await shop.outbox(user.email)).find(({ subject }) => subject.startsWith('Re:'))!
    expect(mail.subject).toBe('Re: We have your support ticket: Torn strap')
    expect(mail.text).toContain('Hello Casey,\n\n"Torn strap" <is> sorted.')
    expect(mail.text).toContain('You wrote:\n> It tore & fell.')
    expect(mail.html).toContain('&lt;is&gt; sorted.')
    const mine = (await shop.call('/api/my/tickets', { as: user })).json.tickets[0]
    expect(mine.conversation).toMatchObject([{ from: 'us', message: 'Hello Casey,\n\n"Torn strap" <is> sorted.' }])
    expect(JSON.stringify(mine)).not.toContain('Sandy')
    expect((await recordsOf(id)).map(({ action }) => action)).toEqual(['answered'])
  })

  it('one of two concurrent answers is sent; the other agent is told, also when the writer added a message', async () => {
    const { id, user } = await write()
    const both = await Promise.all(
      [agent, owner].map(as => post(`threads/${id}/answers`, { message: 'Yes.', version: 1 }, as)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await shop.outbox(user.email)).filter(({ subject }) => subject.startsWith('Re:'))).toHaveLength(1)
    await shop.call(`/api/my/tickets/${id}/messages`, { as: user, json: { message: 'And one more thing.' } })
    const late = await post(`threads/${id}/answers`, { message: 'No.', version: 2 })
    expect(late.json).toMatchObject({ code: 'version_conflict', by: 'The writer', version: 3 })
  })

  it('an answer needs a text, and can close the ticket', async () => {
    const { id } = await write({ kind: 'inquiries' })
    const empty = await post(`threads/${id}/answers`, { message: '  ' })
    expect([empty.status, empty.json.errors]).toEqual([400, { message: ['Please write an answer'] }])
    expect((await post(`threads/${id}/answers`, { message: 'Done.', close: true })).json.status).toBe('closed')
    expect((await post(`threads/${crypto.randomUUID()}/answers`, { message: 'x' })).status).toBe(404)
  })
})

describe('messages of the writer', () => {
  it('an added message reopens a closed ticket, renews its deadline, and reaches the staff', async () => {
    const { id, user } = await write({ priority: 'high' })
    await post(`threads/${id}/answers`, { message: 'Done.', close: true })
    const more = await shop.call(`/api/my/tickets/${id}/messages`, { as: user, json: { message: 'Not <done> yet' } })
    expect(more.json).toMatchObject({ success: true })
    const due = new Date(+shop.clock.now() + 4 * HOUR).toISOString()
    expect((await read(`threads/${id}`)).json).toMatchObject({
      status: 'open',
      answerDueAt: due,
      posts: [
        { kind: 'answer', author: 'Sandy Agent' },
        { kind: 'message', author: 'Casey Writer', text: 'Not done yet' },
      ],
    })
    const stranger = await shop.addUser()
    const path = `/api/my/tickets/${id}/messages`
    expect((await shop.call(path, { as: stranger, json: { message: 'x' } })).status).toBe(404)
    expect((await shop.call(path, { as: user, json: { message: '' } })).json.errors).toEqual({
      message: ['Message is required'],
    })
  })

  it.each([
    ['high', 4],
    ['medium', 24],
    ['low', 72],
  ] as const)('a ticket of priority %s is due in %i hours [B-13.45]', async (priority, hours) => {
    const { id } = await write({ priority })
    expect((await read(`threads/${id}`)).json.answerDueAt).toBe(
      new Date(+shop.clock.now() + hours * HOUR).toISOString(),
    )
  })

  it('a member’s ticket is due in half the time [B-1.8]', async () => {
    const { id } = await write({ by: await shop.addUser({ subscriber: true }), priority: 'low' })
    expect((await read(`threads/${id}`)).json).toMatchObject({
      isMember: true,
      answerDueAt: new Date(+shop.clock.now() + 36 * HOUR).toISOString(),
    })
  })
})

it('notes are for staff, with author and time, and never shown to the writer [B-13.42]', async () => {
  const { id, user } = await write()
  await post(`threads/${id}/notes`, { note: 'Knows the <courier>' })
  const { json } = await read('tickets?sort=updated&limit=100')
  const noted = json.tickets.find((ticket: { id: string }) => ticket.id === id)
  const { posts } = (await read(`threads/${id}`)).json
  expect(Object.keys(posts[0])).toEqual(['id', 'kind', 'author', 'text', 'createdAt'])
  expect(noted.notes).toMatchObject([{ author: 'Sandy Agent', text: 'Knows the <courier>' }])
  expect((await shop.call('/api/my/tickets', { as: user })).text).not.toContain('courier')
  expect((await shop.call('/api/my/export', { as: user })).text).not.toContain('courier')
  expect((await post(`threads/${id}/notes`, { note: '' })).json.errors).toEqual({ note: ['Please write a note'] })
})

it('canned replies are created, changed and deleted; names are unique and placeholders known [B-13.43]', async () => {
  const words = { name: 'Late parcel', body: 'Hello {firstName}, about {subject}' }
  const { id } = (await post('replies', words)).json
  expect((await post('replies', { ...words, name: 'late PARCEL' })).json.code).toBe('reply_name_taken')
  const wrong = await post('replies', { name: 'Wrong', body: 'Hello {lastName}' })
  expect(wrong.json.errors).toEqual({ body: ['Nothing fills {lastName}. Use {firstName} or {subject}.'] })
  expect((await patch(`replies/${id}`, { ...words, body: 'Hello', version: 1 })).status).toBe(200)
  expect((await patch(`replies/${id}`, { ...words, version: 1 })).json).toMatchObject({
    code: 'version_conflict',
    body: 'Hello',
  })
  expect((await read('replies')).json.replies).toMatchObject([{ id, name: 'Late parcel', body: 'Hello', version: 2 }])
  await shop.call(`/api/admin/support/replies/${id}`, { as: agent, method: 'DELETE' })
  expect((await read('replies')).json.replies).toEqual([])
  expect((await recordsOf(id)).map(({ action }) => action)).toEqual(['made', 'changed', 'deleted'])
})
