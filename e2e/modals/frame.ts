import type { Page } from 'playwright-core'
import { apiAs } from '../shopper.ts'
import type { Area, Modal } from './modal.ts'

const SETTINGS = '/admin?tab=settings'

/** The server's answers 15 minutes after the sign-in, and after the session has ended. */
const STALE = {
  status: 403,
  code: 'ReauthenticationRequired',
  detail: 'Please confirm that it is you to continue.',
}
const OVER = { status: 401, code: 'NotAuthorizedException', detail: 'Authentication required. Please login again.' }

/** Answers requests to a path with `json` while `work` runs. */
async function whileAnswered(page: Page, path: string, json: { status: number }, work: () => Promise<unknown>) {
  await page.route(path, route => route.fulfill({ status: json.status, json }))
  await work()
  await page.unroute(path)
}

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  // Typed letters go to the old element until the input has the focus.
  await page.locator('input[role=combobox]:focus').waitFor()
}

async function frame(): Promise<Modal[]> {
  return [...OVER_ANY_TAB, ...settings(await apiAs('admin@redoubt.test'))]
}

const OVER_ANY_TAB: readonly Modal[] = [
  {
    name: 'the palette',
    file: 'src/app/admin/palette/palette.tsx',
    path: '/admin?tab=codes',
    async open(page) {
      await page.getByText('WELCOME10').first().waitFor()
      await openPalette(page)
      await page.keyboard.type('ca')
      await page.getByRole('option', { name: /^RD-/ }).first().waitFor()
    },
  },
  {
    name: 'the shortcuts',
    file: 'src/app/admin/shortcuts-dialog.tsx',
    path: '/admin?tab=codes',
    async open(page) {
      await page.getByText('WELCOME10').first().waitFor()
      await page.keyboard.press('?')
    },
  },
  {
    name: 'the question who one is',
    file: 'src/features/identity/security/reauthentication-dialog.tsx',
    path: '/admin?tab=orders&status=packed',
    open: page =>
      whileAnswered(page, '**/api/admin/orders/export?*', STALE, async () => {
        await page.getByRole('button', { name: 'Export CSV' }).click()
        await page.getByRole('dialog', { name: "Confirm it's you" }).waitFor()
      }),
  },
  {
    name: 'a session that is over',
    file: 'src/app/shell/account/sign-in-again.tsx',
    path: '/admin?tab=orders&status=packed',
    async open(page) {
      // The page must be signed in first, because only an existing session can end.
      await page.getByRole('link', { name: /^RD-/ }).first().waitFor()
      await whileAnswered(page, '**/api/auth/token', OVER, () =>
        whileAnswered(page, '**/api/admin/orders?*', OVER, async () => {
          await page.getByLabel('Sort by').selectOption('oldest')
          await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor()
        }),
      )
    },
    escape: 'nothing',
  },
]

function settings(owner: Awaited<ReturnType<typeof apiAs>>): Modal[] {
  const shipping = (flat: number) => owner('/admin/settings', { settings: { shipping: { flat } } }, 'PATCH')
  const typed = (label: string, value: string) => (page: Page) =>
    page.getByRole('textbox', { name: label, exact: true }).fill(value)
  const save = (page: Page) => page.getByRole('button', { name: 'Save settings' }).click()
  return [
    {
      name: 'settings, what a change does',
      file: 'src/features/settings/admin/admin-settings-tab.tsx',
      path: SETTINGS,
      within: 'section[aria-labelledby=settings-effect]',
      async open(page) {
        await typed('Company', 'Vance Field Supply')(page)
        await typed('Flat amount', '9.50')(page)
        await page.getByText(/A new version is published of:/).scrollIntoViewIfNeeded()
      },
      escape: 'nothing',
    },
    {
      name: 'settings, refused',
      file: 'src/features/settings/admin/admin-settings-tab.tsx',
      path: SETTINGS,
      within: '#admin-screen form',
      async open(page) {
        await typed('Company', '')(page)
        await typed('Flat amount', 'much')(page)
        await save(page)
        await page.getByText('Please check your input and try again.').scrollIntoViewIfNeeded()
      },
      escape: 'nothing',
    },
    {
      name: 'settings that another changed meanwhile',
      file: 'src/features/settings/admin/use-settings-form.ts',
      path: SETTINGS,
      within: '[aria-label="Someone else saved a change"]',
      async open(page) {
        await typed('Flat amount', '5')(page)
        await shipping(7)
        await save(page)
        await page.getByRole('region', { name: 'Someone else saved a change' }).waitFor()
        await shipping(0)
      },
      escape: 'nothing',
    },
    {
      name: 'a form that is left',
      file: 'src/ui/editing/unsaved.tsx',
      path: SETTINGS,
      async open(page) {
        await typed('Company', 'Vance Field Supply')(page)
        await typed('Support hours', 'By day')(page)
        await openPalette(page)
        await page.keyboard.type('go to costs')
        await page.keyboard.press('Enter')
        await page.getByRole('alertdialog', { name: 'Unsaved changes' }).waitFor()
      },
    },
  ]
}

export const FRAME: Area = { name: 'frame', modals: frame }
