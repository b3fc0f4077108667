import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, testBrowser, visit } from './browser.ts'
import { apiAs, beginSignedIn } from './shopper.ts'

const SHOPPER = 'shopper@redoubt.test'
const SCRIPT = '<img src=x onerror="window.taken=1"><script>window.taken=1</script>'

const browser = await testBrowser()
let before: { name: string; shippingAddress: object }
let call: Awaited<ReturnType<typeof apiAs>>
beforeAll(async () => {
  call = await apiAs(SHOPPER)
  before = (await call('/my/profile')).json as typeof before
})
afterAll(async () => {
  await call('/my/profile', { name: before.name, shippingAddress: before.shippingAddress })
})

it('names and addresses with scripts in them appear as text everywhere [B-9.44] [B-12.168]', async () => {
  const shippingAddress = { ...before.shippingAddress, line1: SCRIPT, city: SCRIPT }
  expect((await call('/my/profile', { name: SCRIPT, shippingAddress })).status).toBe(200)
  const { context, page, errors } = await visit(browser)
  await beginSignedIn(page, SHOPPER)
  await openPage(page, '/dashboard')
  await page.getByRole('heading', { level: 1, name: SCRIPT }).waitFor()
  await page.getByRole('button', { name: SCRIPT }).waitFor()
  await openPage(page, '/')
  await page.getByText(SCRIPT).first().waitFor()
  await openPage(page, '/dashboard?tab=profile')
  for (const label of ['Address Line 1', 'City'])
    await expect.poll(() => page.getByLabel(label).inputValue()).toBe(SCRIPT)
  for (const path of ['/giveaways', '/store', '/notifications']) {
    await openPage(page, path)
    await page.getByRole('button', { name: SCRIPT }).waitFor()
    await expect.poll(() => page.evaluate(() => ('taken' in window ? 'taken' : 'text'))).toBe('text')
  }
  expect(errors).toEqual([])
  await context.close()
})
