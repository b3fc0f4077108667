import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { visit } from './browser.ts'
import { beginSignedIn, prepareAs } from './shopper.ts'
import type { Look } from './widths.ts'

const OWNER = 'admin@redoubt.test'

type SettingsForm = { page: Page; admin: Awaited<ReturnType<typeof prepareAs>> }

/** An owner at the form of the settings before a file's tests. One part of the settings is as it was after them. */
export function openSettingsForm(browser: Browser, part: 'brand' | 'sender', look: Partial<Look> = {}): SettingsForm {
  const form = {} as SettingsForm
  let before: unknown
  beforeAll(async () => {
    form.admin = await prepareAs(OWNER)
    before = (await form.admin('/admin/settings')).json.settings[part]
    form.page = (await visit(browser, look)).page
    await beginSignedIn(form.page, OWNER)
    await form.page.goto('/admin?tab=settings')
  })
  afterAll(() => form.admin('/admin/settings', { settings: { [part]: before } }, 'PATCH'))
  return form
}
