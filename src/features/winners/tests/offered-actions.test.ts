import { describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { hasRight, ROLES } from '#kernel/rights.ts'
import { ACTIONS, type Action, RIGHT_OF } from '../rules.ts'
import { HOME, openPrizeShop } from '../testing/prizes.ts'

const prizes = await openPrizeShop()
const { shop, drawn, placesOf, tend } = prizes
const { pool } = shop.services
const reason = 'A walk over all pairs'

/** The call of each action, as its button makes it. */
const CALLS: Record<Action, [path: string, json: object]> = {
  tell: ['tell', { by: 'otherwise', reason }],
  accept: ['accept', { shipTo: HOME, reason }],
  'pass-on': ['pass-on', { as: 'declined', reason }],
  'decide-pass': ['pass-on/refuse', { reason }],
  papers: ['papers', { kind: 'affidavit', status: 'received' }],
  ship: ['ship', { carrier: 'UPS', trackingNumber: '1Z999' }],
  'correct-tracking': ['ship', { carrier: 'UPS', trackingNumber: '1Z111' }],
  finish: ['finish', {}],
  write: ['messages', { subject: 'Your prize', text: 'It is here.' }],
  settle: ['settle', { reason }],
}

const SHIP_TO = `ship_to = '${JSON.stringify({ ...HOME, line2: null, country: 'US' })}', answered_at = now()`
const SHIPPED = `${SHIP_TO}, carrier = 'UPS', shipped_at = now()`
const ENDED = `ended_at = now(), ended_reason = 'Over'`

/** States of a prize, as columns of its winner. */
const STATES: Record<string, { set: string; paper?: string; isProposed?: true; email?: false }> = {
  drawn: { set: `state = 'drawn', notified_at = null, answer_due_at = null` },
  notified: { set: `state = 'notified'` },
  'notified, passing on proposed': { set: `state = 'notified'`, isProposed: true },
  'notified, without an e-mail address': {
    set: `state = 'notified', notified_at = now(), answer_due_at = now() + interval '7 days'`,
    email: false,
  },
  accepted: { set: `state = 'accepted', ${SHIP_TO}` },
  'accepted, a paper asked': { set: `state = 'accepted', ${SHIP_TO}`, paper: 'asked' },
  'accepted, papers checked': { set: `state = 'accepted', ${SHIP_TO}`, paper: 'checked' },
  shipped: { set: `state = 'shipped', ${SHIPPED}` },
  done: { set: `state = 'done', ${SHIPPED}, done_at = now()` },
  declined: { set: `state = 'declined', ${ENDED}` },
  'forfeited, nobody left': { set: `state = 'forfeited', ${ENDED}, task = 'nobody-left', task_due_at = now()` },
  settled: { set: `state = 'forfeited', ${ENDED}, done_at = now()` },
}

/** A drawn giveaway whose entrants sent cards without an e-mail address. */
async function drawnCards() {
  const giveaway = await prizes.addGiveaway({ title: 'Pairs of cards' })
  for (const name of ['Ann Lee', 'Bo Hart']) {
    const card = { name, address: '12 Main Street\nProvo, UT 84601' }
    expect((await prizes.asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, card)).status).toBe(200)
  }
  await prizes.drawnNow(giveaway)
  return giveaway
}

async function prizeIn(state: string): Promise<string> {
  const giveaway =
    STATES[state]!.email === false ? await drawnCards() : (await drawn(2, { title: `Pairs of ${state}` })).giveaway
  await tend()
  const [{ id }] = await placesOf(giveaway)
  await bringTo(state, id)
  return id
}

/** The prize of the next place of the drawn order, to which a prize was passed on. */
async function heirIn(state: string, before: string): Promise<string> {
  await tend()
  const { rows } = await pool.query(
    'select h.id from winner w join winner h on h.giveaway_id = w.giveaway_id and h.place = w.place + 1 where w.id = $1',
    [before],
  )
  await bringTo(state, rows[0].id)
  return rows[0].id
}

async function bringTo(state: string, id: string): Promise<void> {
  const { set, paper, isProposed } = STATES[state]!
  await pool.query(`update winner set task = null, task_due_at = null where id = $1`, [id])
  await pool.query(`update winner set ${set} where id = $1`, [id])
  await pool.query('delete from winner_paper where winner_id = $1', [id])
  if (paper)
    await pool.query(
      `insert into winner_paper (winner_id, kind, status, asked_at, status_at) values ($1, 'affidavit', $2, now(), now())`,
      [id, paper],
    )
  if (isProposed)
    await pool.query(
      `insert into winner_pass (id, winner_id, ends_as, reason_class, reason, proposed_at)
       values (gen_random_uuid(), $1, 'forfeited', 'no_reply', 'Silent', now())`,
      [id],
    )
}

const PARTS = ['winner_message', 'winner_notice', 'winner_paper', 'winner_pass']
const partRows = (part: string) =>
  `(select coalesce(jsonb_agg(p), '[]') from ${part} p where p.winner_id = winner.id) as ${part}`

/** Keeps the rows of a prize. @returns puts them back: a draw for each action that succeeds was three quarters of this file's time. */
async function keepRows(id: string): Promise<() => Promise<void>> {
  const { rows } = await pool.query(
    `select to_jsonb(winner) as winner, ${PARTS.map(partRows)} from winner where id = $1`,
    [id],
  )
  const kept = rows[0] as Record<string, object>
  const columns = Object.keys(kept.winner!)
  return async () => {
    for (const part of PARTS) {
      await pool.query(`delete from ${part} where winner_id = $1`, [id])
      const all = JSON.stringify(kept[part])
      await pool.query(`insert into ${part} select * from jsonb_populate_recordset(null::${part}, $1)`, [all])
    }
    const back = `(${columns}) = (select ${columns} from jsonb_populate_record(null::winner, $2))`
    await pool.query(`update winner set ${back} where id = $1`, [id, kept.winner])
  }
}

const call = (action: Action, id: string, as: TestUser) => {
  const [path, json] = CALLS[action]
  return shop.call(`/api/admin/winners/${id}/${path}`, { as, json })
}
const offered = async (id: string, as: TestUser): Promise<Action[]> =>
  (await shop.call(`/api/admin/winners/${id}`, { as })).json.actions ?? []

/** True where the call of two actions is that of the other one: it ships, or corrects what was shipped. */
const isOther = (action: Action, state: string) =>
  (action === 'ship' && state === 'shipped') || (action === 'correct-tracking' && state !== 'shipped')

/** The actions that the server does not refuse, each on a prize as no other one changed it. */
async function possible(first: string, state: string, as: TestUser): Promise<Action[]> {
  const found: Action[] = []
  const tryOn = async (id: string, action: Action): Promise<boolean> => {
    const answer = await call(action, id, as)
    expect(answer.status, `${action}: ${answer.text}`).not.toBe(400)
    if (answer.status < 400) found.push(action)
    return answer.status < 400
  }
  // Before the others, because the audit log of a winner decides who passes the prize on. It cannot be undone.
  const id = (await tryOn(first, 'pass-on')) ? await heirIn(state, first) : first
  const putBack = await keepRows(id)
  for (const action of ACTIONS)
    if (action !== 'pass-on' && !isOther(action, state) && (await tryOn(id, action))) await putBack()
  return found
}

/** Of the walk over the roles, in which no action succeeds. */
const prizesOfRoles = new Map<string, Promise<string>>()
function prizeOfRoles(state: string): Promise<string> {
  const made = prizesOfRoles.get(state) ?? prizeIn(state)
  prizesOfRoles.set(state, made)
  return made
}

describe('actions that staff are offered on a winner', () => {
  it.each(firstOf(Object.keys(STATES), 2))('are those that the server does not refuse: %s [B-13.111]', async state => {
    const id = await prizeIn(state)
    const actions = await offered(id, prizes.admin)
    expect(actions.toSorted()).toEqual((await possible(id, state, prizes.admin)).toSorted())
  })

  it.each(firstOf(ROLES))('are those of the rights of a role: %s [B-13.111]', async role => {
    const as = await shop.addUser({ role })
    for (const state of ['notified', 'notified, passing on proposed', 'shipped', 'forfeited, nobody left']) {
      const id = await prizeOfRoles(state)
      const [ofOwner, ofRole] = [await offered(id, prizes.admin), await offered(id, as)]
      expect(ofRole, state).toEqual(ofOwner.filter(action => hasRight(role, RIGHT_OF[action])))
      for (const action of ofOwner.filter(action => !ofRole.includes(action)))
        expect((await call(action, id, as)).status, action).toBe(403)
    }
  })

  it('staff whose act may be why a winner is silent propose to pass on, and a proposal is decided before the prize passes on [B-13.112]', async () => {
    const [first, second] = [await shop.addUser({ role: 'draw-officer' }), await shop.addUser({ role: 'draw-officer' })]
    const id = await prizeIn('notified')
    await pool.query('update winner set notice_id = null where id = $1', [id])
    expect((await call('tell', id, first)).status).toBe(200)
    expect((await call('pass-on', id, first)).json).toMatchObject({ state: 'notified', task: 'confirm-pass' })
    for (const as of [first, second]) expect((await call('pass-on', id, as)).json.code).toBe('pass_proposed')
    const confirm = (as: TestUser) => shop.call(`/api/admin/winners/${id}/pass-on/confirm`, { as, json: {} })
    expect((await confirm(first)).json.code).toBe('second_person_needed')
    expect((await confirm(second)).json).toMatchObject({ state: 'declined' })
  })
})
