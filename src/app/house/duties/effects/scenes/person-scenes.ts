import { HOME } from '#features/winners/testing/prizes.ts'
import type { TestUser } from '../../../../testing/users.ts'
import type { Route } from '../effects.ts'
import { type Answer, REASON, type Scene, type Scenes, scene } from './scene.ts'
import { LARGE, type World } from './world.ts'

/** Acts on an account. */
export function actsOnAccount({ call, shop, proposalsFor, admin }: World) {
  /** Of several accounts each has its own result, which becomes the answer here. */
  async function removeMany({ email, userId }: TestUser, as: TestUser): Promise<Answer> {
    const answer = await call('DELETE', '/admin/users/bulk-delete', as, { emails: [email], ...REASON })
    const { failures = [], proposed = [] } = answer.json as { failures?: { code: string }[]; proposed?: object[] }
    const [failure] = failures
    if (failure) return { ...answer, status: 409, json: failure }
    if (proposed.length === 0) return answer
    const [proposal] = await proposalsFor(admin, `?subjectType=person&subjectId=${userId}`)
    return { ...answer, status: 202, json: { proposal: { id: proposal!.id, kind: proposal!.kind } } }
  }
  return {
    'DELETE /admin/users': ({ email }, as) => call('DELETE', '/admin/users', as, { email, ...REASON }),
    'DELETE /admin/users/bulk-delete': removeMany,
    'POST /admin/users/merge': async ({ userId }, as) =>
      call('POST', '/admin/users/merge', as, { from: userId, into: (await shop.addUser()).userId, ...REASON }),
    'PUT /admin/users/{id}/role': ({ userId }, as) =>
      call('PUT', `/admin/users/${userId}/role`, as, { role: 'support', ...REASON }),
    'POST /admin/users/{id}/disable': ({ userId }, as) => call('POST', `/admin/users/${userId}/disable`, as, REASON),
  } satisfies Partial<Record<Route, (person: TestUser, as: TestUser) => Promise<Answer>>>
}
type AccountAct = keyof ReturnType<typeof actsOnAccount>

/** A winner whose prize is open, at any value. */
export function winnerScenes(world: World): Record<'wins' | 'prize', Scenes> {
  const { won, call, winnerRow, userRow } = world
  const acts = actsOnAccount(world)
  // One winner for all refusals, because they change nothing.
  let kept: ReturnType<typeof won> | undefined
  const refused = (...routes: AccountAct[]): Scenes =>
    Object.fromEntries(
      routes.map(route => [
        route,
        [
          scene({
            build: () => (kept ??= won(80)),
            act: ({ person }, as) => acts[route](person, as),
            state: async ({ id, person }) => ({ ...(await winnerRow(id)), person: await userRow(person) }),
            alone: 'open_prize',
          }),
        ],
      ]),
    )
  return {
    wins: {
      ...refused(...(Object.keys(acts) as AccountAct[])),
      'POST /admin/winners/{id}/pass-on': [
        scene({
          build: () => won(LARGE),
          act: ({ id }, as) =>
            call('POST', `/admin/winners/${id}/pass-on`, as, { as: 'disqualified', reason: 'Lives abroad' }),
          state: ({ id }) => winnerRow(id),
          alone: 'waits',
          second: ({ id }, _, as) => call('POST', `/admin/winners/${id}/pass-on/confirm`, as, {}),
        }),
      ],
    },
    prize: {
      ...refused('DELETE /admin/users', 'DELETE /admin/users/bulk-delete', 'POST /admin/users/merge'),
      'POST /admin/winners/{id}/accept': [
        scene({
          build: () => won(80),
          act: ({ id }, as) => call('POST', `/admin/winners/${id}/accept`, as, { shipTo: HOME, ...REASON }),
          state: ({ id }) => winnerRow(id),
          alone: 'waits',
        }),
      ],
      'PATCH /admin/users/{id}': [
        scene({
          build: () => won(80),
          act: ({ person }, as) => call('PATCH', `/admin/users/${person.userId}`, as, { address: NEW, ...REASON }),
          state: ({ person }) => userRow(person),
          alone: 'waits',
        }),
      ],
    },
  }
}

const NEW = { line1: '9 New Road', city: 'Reno', state: 'NV', postalCode: '89501' }

/** An entrant of a giveaway for which two persons decide. */
export function entrantScenes(world: World): Scenes {
  const { entrant, entriesOf, userRow, call } = world
  const acts = actsOnAccount(world)
  const one = (act: (person: TestUser, as: TestUser) => Promise<Answer>, alone: Scene['alone'] = 'waits') => [
    scene({
      build: entrant,
      act: ({ person }, as) => act(person, as),
      state: async ({ person }) => ({ entries: await entriesOf(person), ...(await userRow(person)) }),
      alone,
    }),
  ]
  const correct = (json: object) => (person: TestUser, as: TestUser) =>
    call('PATCH', `/admin/users/${person.userId}`, as, { ...json, ...REASON })
  return {
    'DELETE /admin/users': one(acts['DELETE /admin/users']),
    'DELETE /admin/users/bulk-delete': one(acts['DELETE /admin/users/bulk-delete']),
    'POST /admin/users/merge': one(acts['POST /admin/users/merge']),
    'PUT /admin/users/{id}/role': one(acts['PUT /admin/users/{id}/role'], 'entrant_role'),
    'PATCH /admin/users/{id}': [...one(correct({ birthday: '1991-01-01' })), ...one(correct({ address: NEW }))],
  }
}

/** A member of staff, and an entrant who becomes one. */
export function roleScenes(world: World): Scenes {
  const { shop, userRow, entrant } = world
  const acts = actsOnAccount(world)
  const ofStaff = (route: AccountAct, alone: string) => [
    scene({
      build: () => shop.addUser({ role: 'support' }),
      act: acts[route],
      state: userRow,
      alone,
    }),
  ]
  return {
    'PUT /admin/users/{id}/role': [
      scene({
        build: async () => (await entrant()).person,
        act: acts['PUT /admin/users/{id}/role'],
        state: userRow,
        alone: 'entrant_role',
      }),
    ],
    'DELETE /admin/users': ofStaff('DELETE /admin/users', 'staff_account'),
    'DELETE /admin/users/bulk-delete': ofStaff('DELETE /admin/users/bulk-delete', 'staff_account'),
    'POST /admin/users/merge': ofStaff('POST /admin/users/merge', 'staff_merge'),
  }
}
