import { prepareAs } from '../shopper.ts'
import type { Area, Modal } from './modal.ts'

const FOLDER = 'src/features/giveaways/obligations/admin'
const TITLE = 'Expedition Truck of the Four Filings'
const DAY_MS = 86_400_000

/** A draft above $5,000: two duties are finished, and two stand in the way of publishing. */
async function makeDraft() {
  const owner = await prepareAs('admin@redoubt.test')
  const startDate = new Date(Date.now() + 20 * DAY_MS).toISOString()
  const terms = { title: TITLE, description: 'It fords rivers.', tier: 'Platinum', value: 90_000, startDate }
  const { id } = (await owner('/giveaways', { ...terms, isDraft: true })).json as { id: string }
  const path = `/admin/giveaways/${id}/obligations`
  const reference = 'Receipt 2026-118-4711 of the Department, folder 12 in the safe of the office in Provo'
  await owner(`${path}/fl-filing/done`, { reference })
  await owner(`${path}/fl-bond/override`, { reason: 'Waiver after five years of game promotions, letter of May 2' })
  return id
}

async function duties(): Promise<Modal[]> {
  const path = `/admin?tab=giveaways&giveaway=${await makeDraft()}&view=duties`
  return [
    { name: 'duties', file: `${FOLDER}/obligations-dialog.tsx`, path },
    {
      name: 'a duty, finished without evidence',
      file: `${FOLDER}/duty-dialog.tsx`,
      path,
      async open(page) {
        await page.getByRole('button', { name: /^Mark as done: New York: File the registration/ }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as done' }).click()
        await page.getByText('Name the filing, or add a file.').waitFor()
      },
    },
    {
      name: 'publish, with open duties',
      file: 'src/features/giveaways/lifecycle/admin/acts/publish-giveaway.tsx',
      path: `/admin?tab=giveaways&q=${encodeURIComponent(TITLE)}`,
      async open(page) {
        await page.getByRole('button', { name: `Publish ${TITLE}` }).click()
        await page.getByRole('button', { name: 'Open the duties' }).waitFor()
      },
    },
  ]
}

export const DUTIES: Area = { name: 'duties', modals: duties }
