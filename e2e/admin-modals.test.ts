import { glob, readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBrowser, visit } from './browser.ts'
import { CATALOG } from './modals/catalog.ts'
import { CODES } from './modals/codes.ts'
import { DESK } from './modals/desk.ts'
import { listDialogFrames } from './modals/dialog-frames.ts'
import { DUTIES } from './modals/duties.ts'
import { FRAME } from './modals/frame.ts'
import { GIVEAWAYS } from './modals/giveaways.ts'
import { lookAt, type Modal, OPENED_AT } from './modals/modal.ts'
import { MONEY } from './modals/money.ts'
import { PAGES } from './modals/pages.ts'
import { PEOPLE } from './modals/people.ts'
import { WINNERS } from './modals/winners.ts'
import { beginSignedIn } from './shopper.ts'

/** All modals of the admin area. The journeys of each area test the actions inside. */
const AREAS = [CATALOG, CODES, DESK, DUTIES, FRAME, GIVEAWAYS, MONEY, PAGES, PEOPLE, WINNERS]

/** Folders of staff screens. The walk opens all their modals. */
const FOLDERS = [
  'src/app/admin/**/*.tsx',
  'src/features/**/admin/**/*.tsx',
  'src/features/orders/order/address/**/*.tsx',
  'src/features/{audit-log,bulk-sms,overview,users,saved-filters,settings,setup}/**/*.tsx',
  'src/features/identity/security/reauthentication-dialog.tsx',
  'src/ui/{editing/unsaved,picture-list/crop-dialog}.tsx',
]
const FRAMES = await listDialogFrames()
const USES_DIALOG = new RegExp(
  `from '((?:#ui|\\.\\.)/overlays/(${FRAMES.join('|')})|\\.{1,2}/[a-z/.-]*act-dialog)\\.tsx'`,
)

const browser = await testBrowser()
const modals = new Map<string, Modal[]>()
beforeAll(async () => {
  for (const { name, modals: make } of AREAS) modals.set(name, await make())
})

it('every dialog of the staff is in the list [B-13.77]', async () => {
  expect(FRAMES).toEqual(expect.arrayContaining(['confirm-dialog', 'drawer', 'editor-dialog', 'publish-dialog']))
  const drawn: string[] = []
  for await (const file of glob(FOLDERS)) if (USES_DIALOG.test(await readFile(file, 'utf8'))) drawn.push(file)
  const looked = new Set([...modals.values()].flat().map(({ file }) => file))
  expect(drawn.length).toBeGreaterThan(30)
  expect(drawn.filter(file => !looked.has(file)).sort()).toEqual([])
})

describe.each(OPENED_AT)('at %i px', width => {
  let page: Page
  let errors: string[]
  beforeAll(async () => {
    ;({ page, errors } = await visit(browser, { width }))
    await beginSignedIn(page, 'admin@redoubt.test')
  })
  afterAll(() => page.context().close())

  it.each(AREAS.map(({ name }) => name))(
    `every modal of %s opens, fits${width < 600 ? '' : ', is accessible'} and closes [B-13.77] [B-13.78]`,
    async area => {
      errors.length = 0
      for (const [place, modal] of modals.get(area)!.entries()) await lookAt(page, area, modal, place)
      // The browser logs every 4xx to its console, and some modals show a refusal.
      expect(errors.filter(error => !/status of 4\d\d/.test(error))).toEqual([])
    },
  )
})
