// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/giveaways" }
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { session } from '#kernel/client/browser.ts'
import { showRouted, withPage } from '#ui/testing/in-browser.tsx'
import { cardOf } from '../../giveaway/card-giveaway.ts'
import { ENTRY_ERRORS } from '../../giveaway/errors/entry-errors.ts'
import { openGivingShop } from '../../testing/giving.ts'
import { EnterAction } from '../web/enter-action.tsx'

// The page runs by the real clock.
const giving = await openGivingShop({ now: new Date() })
const { shop, inDays, addGiveaway, enter, slotsOf } = giving
const { db } = shop.services
await shop.changeSettings({ shipping: { countries: ['US', 'CA'] } })

withPage()
beforeEach(() =>
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) =>
    shop.web.app.fetch(new Request(input, init)),
  ),
)

/** A Silver giveaway of 6 slots where a user may hold 2, a user who may enter it, and the fields that a test breaks. */
type Scene = {
  giveaway: Record<string, unknown>
  user: { subscriber?: boolean; birthDate?: string; address?: false; country?: string; state?: string }
  /** Entries that the user makes before anything is broken. */
  existing: number
  credits: number
  isFull: boolean
}

/** Every rule of a claim in its order, and how a scene breaks it. */
const RULES: Partial<Record<keyof typeof ENTRY_ERRORS, (scene: Scene) => void>> = {
  giveaway_ended: ({ giveaway }) => Object.assign(giveaway, { closed_at: shop.clock.now(), closed_reason: 'ended' }),
  not_yet_for_subscribers({ giveaway, user }) {
    user.subscriber = true
    Object.assign(giveaway, { starts_at: inDays(4), early_access_at: inDays(2) })
  },
  not_eligible: ({ giveaway }) => Object.assign(giveaway, { subscription_visibility_only: true }),
  not_yet: ({ giveaway }) => Object.assign(giveaway, { starts_at: inDays(4), early_access_at: inDays(2) }),
  sold_out(scene) {
    scene.isFull = true
  },
  under_age: ({ user }) => Object.assign(user, { birthDate: '2010-01-01' }),
  under_giveaway_age({ giveaway, user }) {
    giveaway.minimum_age = 25
    user.birthDate ??= '2004-01-01'
  },
  address_needed: ({ user }) => Object.assign(user, { address: false }),
  address_abroad: ({ user }) => Object.assign(user, { country: 'CA' }),
  state_unknown: ({ user }) => Object.assign(user, { state: 'Utopia' }),
  state_excluded: ({ giveaway }) => Object.assign(giveaway, { eligible_states: ['NV'] }),
  entry_limit(scene) {
    scene.existing = 2
  },
  credit_needed(scene) {
    scene.credits = 0
  },
}
type Code = keyof typeof RULES
const CODES = Object.keys(RULES) as Code[]

/** Refusals that this walk leaves out: the caller has no page to act on, or the screen offers no such choice. */
const ELSEWHERE = [
  'giveaway_not_found',
  'hidden_until_early_access',
  'hidden_until_start',
  // A taken slot cannot be chosen, and a pick takes what is free.
  'slot_taken',
  'too_few_free',
]

async function stage(...broken: Code[]) {
  const scene: Scene = { giveaway: {}, user: {}, existing: 0, credits: 1, isFull: false }
  for (const code of broken) RULES[code]!(scene)
  const { subscriber = false, birthDate, country, state } = scene.user
  const user = await shop.addUser({ subscriber, credits: { Silver: scene.existing + scene.credits || 1 } })
  const made = await addGiveaway({ tier: 'Silver', totalSlots: 6, entryLimit: 2 })
  const slots = Array.from({ length: scene.existing }, (_, at) => at + 1)
  if (slots.length > 0) expect((await enter(made, user, { slots })).status).toBe(200)
  if (scene.existing + scene.credits === 0) await spendLastCredit(user)
  if (scene.isFull) await fill(made, 6 - scene.existing)
  if (Object.keys(scene.giveaway).length > 0)
    await db.updateTable('giveaway').set(scene.giveaway).where('id', '=', made.id).execute()
  if (birthDate) await db.updateTable('users').set({ birth_date: birthDate }).where('id', '=', user.userId).execute()
  const address = db.updateTable('shipping_address').where('user_id', '=', user.userId)
  if (country) await address.set({ country }).execute()
  if (state) await address.set({ state }).execute()
  if (scene.user.address === false) await db.deleteFrom('shipping_address').where('user_id', '=', user.userId).execute()
  // Staff see every giveaway, so that the page has data of one that the user does not see any more.
  const giveaway = (await giving.asAdmin(`/api/giveaways/${made.id}`)).json
  return { giveaway, user, isSubscriber: subscriber }
}

async function spendLastCredit(user: TestUser) {
  const other = await addGiveaway({ tier: 'Silver' })
  expect((await enter(other, user, { pick: 1 })).status).toBe(200)
}

async function fill(giveaway: { id: string }, left: number) {
  while (left > 0) {
    const holder = await shop.addUser({ credits: { Silver: 2 } })
    const pick = Math.min(2, left)
    expect((await enter(giveaway, holder, { pick })).status).toBe(200)
    left -= pick
  }
}

const PATTERNS = Object.values(ENTRY_ERRORS).map(
  ({ message }) => new RegExp(message.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+?')),
)

/** The first sentence of a refusal in a text of the page. */
function sentenceIn(element: Element): string | undefined {
  const text = element.textContent ?? ''
  const found = PATTERNS.flatMap(pattern => pattern.exec(text) ?? [])
  return found.toSorted((a, b) => text.indexOf(a) - text.indexOf(b) || b.length - a.length)[0]
}

/** The first refusal that a shopper reads on the way to one slot: at the button, on the wall, at the press of a free slot, after the claim. */
async function firstSentence({ giveaway, user, isSubscriber }: Awaited<ReturnType<typeof stage>>) {
  const { userId: id, email, idToken } = user
  session.begin({
    idToken,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    user: { id, email, name: 'Sam Porter', isAdmin: false, role: null, isSubscriber },
  })
  const element = <EnterAction giveaway={cardOf(giveaway)} />
  showRouted(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const button = screen.queryByRole('button', { name: /^(Enter giveaway|See the slots|Add or move slots)/ })
  if (!button) return sentenceIn(document.body)
  await act(async () => void fireEvent.click(button))
  const dialog = await screen.findByRole('dialog')
  const read = () => sentenceIn(dialog)
  await waitFor(() => expect(read() ?? within(dialog).queryAllByRole('gridcell')[0]).toBeTruthy())
  if (read()) return read()
  await act(async () => void fireEvent.click(within(dialog).getAllByRole('gridcell', { name: /free$/ })[0]!))
  if (read()) return read()
  await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Enter giveaway' })))
  await waitFor(() => expect(read()).toBeTruthy())
  return read()
}

it('the walk has every refusal of an entry', () => {
  expect([...CODES, ...ELSEWHERE].toSorted()).toEqual(Object.keys(ENTRY_ERRORS).toSorted())
})

it.each(firstOf(CODES, 4))(
  '%s alone, and beside each later rule: the screen says first what the server says first [B-8.39]',
  async first => {
    const alone = await stage(first)
    expect((await enter(alone.giveaway, alone.user, { pick: 1 })).json.code).toBe(first)
    for (const second of [first, ...CODES.slice(CODES.indexOf(first) + 1)]) {
      const scene = second === first ? alone : await stage(first, second)
      const { status, json } = await enter(scene.giveaway, scene.user, { pick: 1 })
      expect(status, `${first} and ${second}`).toBeGreaterThanOrEqual(400)
      expect(await firstSentence(scene), `${first} and ${second}`).toBe(json.detail)
      // The next page begins empty.
      cleanup()
      session.end()
    }
  },
)

it('the board names the refusal of a person by age, address or terms, apart from credits and limit', async () => {
  const { giveaway, user } = await stage('state_excluded', 'credit_needed')
  expect((await slotsOf(giveaway, user)).ineligible).toEqual({
    code: 'state_excluded',
    message: 'This giveaway is not open to residents of Utah.',
  })
  expect((await slotsOf(giveaway, giving.admin)).ineligible?.code).toBe('state_excluded')
  expect((await slotsOf(giveaway)).ineligible).toBeUndefined()
})
