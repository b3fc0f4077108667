import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import { typeCard } from '#features/free-entry/desk/commands/type-card.server.ts'
import { callAs, type PicturedScreen, type Server } from './pictures.ts'

const OWNER = 'admin@redoubt.test'
/** Types the cards, so that the owner may confirm them. */
const TYPIST = 'grace.lin@example.com'
const TRUCK = 'Expedition Truck of the Four Filings'

/**
 * Screens of free entry and of the law whose pictures are in docs/pictures and are not compared: ids of giveaways are random, and codes of
 * cards follow from them. Taken after the main screens, because cards and a draft change lists.
 */
export const LAW_SCREENS: PicturedScreen[] = [
  { name: 'free-entry-card', path: '/giveaways/night-vision-monocular/free-entry/card' },
  { name: 'winners-gallery', path: '/winners' },
  { name: 'mail-desk', path: '/admin?tab=mail', as: 'admin', prepare: receiveCards },
  {
    name: 'mail-desk-type',
    path: '/admin?tab=mail&step=type',
    as: 'admin',
    press: /^Start typing$/,
    until: /^Card \d+$/,
  },
  {
    name: 'mail-desk-confirm',
    path: '/admin?tab=mail&step=confirm',
    as: 'admin',
    press: /^Start confirming$/,
    until: /^Card \d+$/,
  },
  { name: 'duties', path: draftPath, as: 'admin', isDialog: true },
  {
    name: 'duty',
    path: draftPath,
    as: 'admin',
    press: /^Mark as done: New York: File the registration/,
  },
]

/** Five envelopes, of which another member of staff typed two. */
async function receiveCards(server: Server): Promise<void> {
  const owner = await callAs(server, OWNER, DEMO_PASSWORD)
  const { id: userId, name } = await owner(`/admin/users/profile?email=${encodeURIComponent(TYPIST)}`)
  const { giveaways } = await owner('/admin/mail-desk/giveaways')
  const kit = giveaways.find((giveaway: { title: string }) => giveaway.title === 'Field Kit')
  const { numbers } = await owner('/admin/mail-desk/cards', { giveaway: kit.code, count: 5 })
  const typist = { userId, name, email: TYPIST, isAdmin: true, role: 'manager' as const, isSubscriber: false }
  for (const [at, sender] of ['Ada Marsh', 'Jon Keller'].entries()) {
    const address = `${12 + at} Bastion Way\nOgden, UT 84401`
    const card = { name: sender, address, birthDate: '1990-05-17' }
    await typeCard({ ...server.shop.system, actor: typist }, { number: numbers[at], ...card })
  }
}

/** The duties of a draft above $5,000: one is done, one set aside, and two stand in the way of publishing. */
async function draftPath(server: Server): Promise<string> {
  const owner = await callAs(server, OWNER, DEMO_PASSWORD)
  const { giveaways } = await owner('/admin/giveaways')
  let draft = giveaways.find((giveaway: { title: string }) => giveaway.title === TRUCK)
  if (!draft) {
    const terms = { title: TRUCK, description: 'It fords rivers.', tier: 'Platinum', value: 90_000 }
    draft = await owner('/giveaways', { ...terms, startDate: '2026-08-20T15:00:00Z', isDraft: true })
    const duties = `/admin/giveaways/${draft.id}/obligations`
    await owner(`${duties}/fl-filing/done`, { reference: 'Receipt 2026-118-4711 of the Department' })
    await owner(`${duties}/fl-bond/override`, { reason: 'Waiver after five years of game promotions' })
  }
  return `/admin?tab=giveaways&giveaway=${draft.id}&view=duties`
}
