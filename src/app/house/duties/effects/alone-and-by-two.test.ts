import { afterAll, describe, expect, it } from 'vitest'
import { hasRight, type Right, ROLES } from '#kernel/rights.ts'
import { PROPOSAL_KINDS } from '../../../api/proposals/proposal-kinds.server.ts'
import type { TestUser } from '../../../testing/users.ts'
import { EFFECTS, type Route } from './effects.ts'
import { ONE_IS_ENOUGH } from './one-is-enough.ts'
import { cardScenes, drawScenes, listScenes, settingScenes } from './scenes/giveaway-scenes.ts'
import { creditScenes, moneyScenes, parcelScenes, spentScenes } from './scenes/money-scenes.ts'
import { entrantScenes, roleScenes, winnerScenes } from './scenes/person-scenes.ts'
import type { Answer, Scene, Scenes } from './scenes/scene.ts'
import { openWorld } from './scenes/world.ts'

/** Every command of every effect: alone the effect does not happen, by two persons it does, or a reason says why one is enough. */

const world = await openWorld()
const { shop, decide } = world
const winners = winnerScenes(world)
const SCENES: Record<string, Scenes> = {
  'who wins': { ...drawScenes(world), ...winners.wins },
  'who may enter, and who is in the list': {
    ...listScenes(world),
    ...cardScenes(world),
    ...settingScenes(world),
    ...entrantScenes(world),
    ...spentScenes(world),
  },
  'who gets a prize, and where it is sent': winners.prize,
  'who gets credits': creditScenes(world),
  'money out': moneyScenes(world),
  'where a paid parcel goes': parcelScenes(world),
  'who is staff': roleScenes(world),
}

type Operation = { 'x-right'?: Right }
const { paths } = (await shop.call('/api/openapi.json')).json as { paths: Record<string, Record<string, Operation>> }
function rightOf(route: Route): Right {
  const [method, path] = route.split(' ') as [string, string]
  return paths[`/api${path}`]![method.toLowerCase()]!['x-right']!
}
const met = new Set<string>()

it('each command of each effect has a scene, or says why one person is enough [B-34.16]', () => {
  expect(Object.keys(SCENES)).toEqual(Object.keys(EFFECTS))
  for (const [effect, { commands }] of Object.entries(EFFECTS)) {
    const shown = [...Object.keys(SCENES[effect]!), ...Object.keys(ONE_IS_ENOUGH[effect]!)]
    expect(shown.toSorted(), effect).toEqual(Object.keys(commands).toSorted())
  }
})

/** Staff without the right of the command are refused, and those with it get what the scene says, once. */
async function aloneBy(route: Route, one: Scene, subject: never): Promise<{ first: TestUser; answer: Answer }> {
  const staff = await world.staff()
  let waiting: { first: TestUser; answer: Answer } | undefined
  for (const role of ROLES) {
    if (waiting && one.second) break
    const answer = await one.act(subject, staff[role])
    const got = `${role} ${route} answered ${answer.status} ${answer.text}`
    if (!hasRight(role, rightOf(route))) expect([answer.status, answer.json.code], got).toEqual([403, 'Unauthorized'])
    else if (answer.status === 403) expect(answer.json.code, got).toBe('Unauthorized')
    else if (one.alone === 'waits' && waiting)
      expect([answer.status, answer.json.code], got).toEqual([409, 'already_proposed'])
    else if (one.alone === 'waits') expect(answer.status, got).toBe(one.second ? 200 : 202)
    else if (one.alone !== 'spares') expect([answer.status, answer.json.code], got).toEqual([409, one.alone])
    if (answer.status < 300) waiting ??= { first: staff[role], answer }
  }
  if (one.alone === 'spares') expect(waiting, `${route} does the rest of its work`).toBeDefined()
  return waiting ?? { first: staff.owner, answer: { status: 0, text: '', json: {} } }
}

/** Neither the proposer nor a role without the rights of the kind confirms; another owner does. */
async function confirmedByAnother({ id, kind }: { id: string; kind: string }, first: TestUser) {
  met.add(kind)
  expect((await decide(id, 'confirm', first)).json.code).toBe('other_person_needed')
  const { rights } = PROPOSAL_KINDS.find(({ name }) => name === kind)!
  for (const role of ROLES.filter(role => !rights.every(right => hasRight(role, right))))
    expect((await decide(id, 'confirm', await shop.addUser({ role }))).json.code, role).toBe('Unauthorized')
}

async function walk(route: Route, one: Scene): Promise<void> {
  const subject = await one.build()
  const before = await one.state(subject)
  const { first, answer } = await aloneBy(route, one, subject)
  await shop.settleJobs()
  expect(await one.state(subject), `${route} alone`).toEqual(before)
  if (one.alone !== 'waits') return
  const proposal = answer.json.proposal as { id: string; kind: string } | undefined
  if (one.second) expect((await one.second(subject, answer, first)).status).toBeGreaterThanOrEqual(400)
  else await confirmedByAnother(proposal!, first)
  expect(await one.state(subject), `${route}, confirmed by its proposer`).toEqual(before)
  const another = await shop.addUser({ admin: true })
  const done = await (one.second ? one.second(subject, answer, another) : decide(proposal!.id, 'confirm', another))
  expect(done.status, done.text).toBe(200)
  await shop.settleJobs()
  expect(await one.state(subject), `${route} by two persons`).not.toEqual(before)
}

describe.each(Object.entries(SCENES))('%s', (_, scenes) => {
  const walked = Object.entries(scenes).flatMap(([route, all]) => all!.map((one, at) => [route, at + 1, one] as const))
  it.each(walked)('%s, scene %i: not by one person alone [B-34.16]', (route, _at, one) => walk(route as Route, one))
})

it('every kind of proposal is met [B-34.16]', () => {
  expect([...met].toSorted()).toEqual(PROPOSAL_KINDS.map(({ name }) => name).toSorted())
})
afterAll(() => world.bank.expectAudited())
