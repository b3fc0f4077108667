import type { TestUser } from '../../../../testing/users.ts'
import { type Answer, REASON, type Scene, type Scenes, scene } from './scene.ts'
import { LARGE, type World } from './world.ts'

type Made = { id: string; title: string }
type Act = (made: Made, as: TestUser) => Promise<Answer>

/** Acts on a giveaway in public: its draw, its terms, its end, its entries. */
export function drawScenes({ running, rowOf, call }: World): Scenes {
  const early = (act: Act) => scene({ build: () => running(LARGE), act, state: rowOf, alone: 'waits' })
  return {
    'POST /admin/select-automatic-winner': [
      early(({ id: giveawayId, title }, as) =>
        call('POST', '/admin/select-automatic-winner', as, { giveawayId, title, ...REASON }),
      ),
    ],
    'POST /giveaways/{id}/winner': [
      early(({ id, title }, as) => call('POST', `/giveaways/${id}/winner`, as, { method: 'random', title, ...REASON })),
    ],
  }
}

export function listScenes({ running, rowOf, call, inDays }: World): Scenes {
  const ending = (act: Act): Scene[] => [scene({ build: () => running(LARGE), act, state: rowOf, alone: 'waits' })]
  const patch = (given: object): Scene =>
    scene({
      build: () => running(LARGE),
      act: ({ id }: Made, as) =>
        call('PATCH', `/giveaways/${id}`, as, { ...given, rulesReason: 'A registration failed' }),
      state: rowOf,
      alone: 'waits',
    })
  return {
    'PATCH /giveaways/{id}': [
      patch({ eligibleStates: ['UT'] }),
      patch({ minimumAge: 40 }),
      patch({ subscriptionVisibilityOnly: true }),
      patch({ endDate: inDays(1) }),
      patch({ earlyAccessDate: inDays(-9) }),
    ],
    'DELETE /giveaways/{id}': ending(({ id, title }, as) =>
      call('DELETE', `/giveaways/${id}`, as, { ...REASON, title, returnCredits: true }),
    ),
    'POST /admin/giveaways/{id}/close': ending(({ id }, as) =>
      call('POST', `/admin/giveaways/${id}/close`, as, REASON),
    ),
    'POST /admin/giveaways/{id}/cancel': ending(({ id, title }, as) =>
      call('POST', `/admin/giveaways/${id}/cancel`, as, { ...REASON, title }),
    ),
    'DELETE /admin/giveaways/{id}/entries/{slotNumber}': ending(({ id }, as) =>
      call('DELETE', `/admin/giveaways/${id}/entries/1`, as, REASON),
    ),
  }
}

/** Cards, and the numbers of the desk. */
export function cardScenes(world: World): Scenes {
  const { addGiveaway, asAdmin, call, db, decide, proposalsFor } = world
  const card = () => ({ name: `Sender ${crypto.randomUUID().slice(0, 8)}`, address: '12 Main Street\nProvo, UT 84601' })
  const valuable = () => addGiveaway({ value: LARGE })
  const mailed = ({ id }: { id: string }) =>
    db.selectFrom('giveaway_entry').select('slot_number').where('giveaway_id', '=', id).execute()
  const refused = ({ id }: { id: string }) =>
    db.selectFrom('mail_card').select('number').where('giveaway_id', '=', id).where('state', '=', 'refused').execute()
  const numberIn = ({ json }: Answer) => json.cardNumber as number
  const confirmCard = (_: unknown, answer: Answer, as: TestUser) =>
    call('POST', `/admin/cards/${numberIn(answer)}/confirm`, as, {})
  /** A card that waits for its second person. */
  async function typed() {
    const { id } = await valuable()
    const answer = await asAdmin(`/api/admin/giveaways/${id}/private-entries`, card())
    return { id, number: answer.json.cardNumber as number }
  }
  async function opened() {
    const { id } = await valuable()
    const { json } = await asAdmin('/api/admin/mail-desk/cards', { giveaway: id })
    return { id, number: json.numbers[0] as number }
  }
  return {
    'POST /admin/giveaways/{id}/private-entries': [
      scene({
        build: valuable,
        act: ({ id }, as) => call('POST', `/admin/giveaways/${id}/private-entries`, as, card()),
        state: mailed,
        alone: 'waits',
        second: confirmCard,
      }),
    ],
    'POST /admin/cards/{number}/type': [
      scene({
        build: opened,
        act: ({ number }, as) => call('POST', `/admin/cards/${number}/type`, as, card()),
        state: mailed,
        alone: 'waits',
        second: ({ number }, _, as) => call('POST', `/admin/cards/${number}/confirm`, as, {}),
      }),
    ],
    'POST /admin/giveaways/{id}/refused-cards': [
      scene({
        build: valuable,
        act: ({ id }, as) => call('POST', `/admin/giveaways/${id}/refused-cards`, as, { reason: 'unreadable' }),
        state: refused,
        alone: 'waits',
        async second(_, answer, as) {
          const found = await proposalsFor(world.admin, `?subjectType=card&subjectId=${numberIn(answer)}`)
          return decide(found[0]!.id, 'confirm', as)
        },
      }),
    ],
    'POST /admin/cards/{number}/refuse': [
      scene({
        build: typed,
        act: ({ number }, as) => call('POST', `/admin/cards/${number}/refuse`, as, { reason: 'not_by_hand' }),
        state: refused,
        alone: 'waits',
      }),
    ],
  }
}

/** A setting that giveaways in public read live. */
export function settingScenes({ running, call, db }: World): Scenes {
  return {
    'PATCH /admin/settings': [
      scene({
        build: () => running(LARGE),
        act: (_: Made, as) =>
          call('PATCH', '/admin/settings', as, { settings: { freeEntry: { everyDays: 300 } }, ...REASON }),
        state: () => db.selectFrom('shop_settings').select('chosen').execute(),
        alone: 'waits',
      }),
    ],
  }
}
