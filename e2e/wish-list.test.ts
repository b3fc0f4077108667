import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  expectAccessible,
  expectLegible,
  goInApp,
  inTheme,
  messageTo,
  openPage,
  testBrowser,
  visit,
} from './browser.ts'
import { ownName } from './own-names.ts'
import { beginAsNewcomer, newEmail, PASSWORD, prepareAs } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

const heartOf = (page: Page, name: string) => page.getByRole('button', { name: `Save to wish list: ${name}` }).first()

async function look(page: Page, what: string, width: number) {
  await expectAccessible(page, what)
  for (const theme of ['light', 'dark'] as const) {
    // The dark one is checked with all rules.
    if (theme === 'light') await expectLegible(page, theme, what)
    else await inTheme(page, theme)
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${what}-${width}-${theme}.png` })
  }
}

/** A guest's heart waits in the browser, joins at the sign-in, and leads from the list to the cart. */
async function heartToCart(page: Page, { slug, name }: { slug: string; name: string }, email: string, width: number) {
  await openPage(page, `/product/${slug}`)
  await heartOf(page, name).click()
  await page.getByText(`${name} is saved in this browser`).waitFor()
  await page.getByRole('button', { name: 'Sign in to keep it' }).click()
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(`**/product/${slug}`)
  await page.locator(`button[aria-pressed=true][aria-label="Save to wish list: ${name}"]`).waitFor()
  await look(page, 'product-saved', width)

  await openPage(page, '/dashboard?tab=wishlist')
  await page.getByRole('button', { name: `Tell me when it costs less: ${name}` }).click()
  await page.getByText('at most one a day', { exact: false }).waitFor()
  await page.getByRole('button', { name: `By e-mail: ${name}` }).click()
  const off = page.getByRole('button', { name: `Turn off the price alert: ${name}` })
  await off.waitFor()
  const remove = page.getByRole('button', { name: `Remove ${name}` })
  await remove.click()
  await page.getByText('Nothing saved yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await remove.waitFor()
  await off.waitFor()
  await look(page, 'wish-list', width)
  await page.getByRole('button', { name: `Add to cart: ${name}` }).click()
  await page.getByRole('dialog', { name: 'Your cart (1)' }).waitFor()
}

/** The page behind the link of an e-mail about a lower price; its answers are made up, because the job tells drops each minute. */
async function turnOffByLink(page: Page, width: number) {
  const alert = { email: 'u•••@example.com', name: 'Wish Pack', path: '/product/wish-pack', others: 1 }
  await page.route('**/api/price-alerts/link**', route =>
    route.fulfill({ json: { ...alert, isOn: route.request().method() === 'GET' } }),
  )
  await goInApp(page, '/price-alert?token=1')
  await page.getByRole('button', { name: 'Turn this off' }).waitFor()
  await look(page, 'price-alert', width)
  await page.getByRole('button', { name: 'Turn this off' }).click()
  await page.getByText('is no longer told when', { exact: false }).waitFor()
}

describe.each(widthsOf(390))('at %i px', width => {
  it('a heart leads to the list and the cart, and sold-out things are told when they are back [B-21.1] [B-21.7] [B-21.9] [B-21.13] [B-21.14] [B-21.20] [B-21.21] [B-21.24]', async () => {
    const owner = await prepareAs('admin@redoubt.test')
    const stocked = async (name: string, stock: number) => {
      const variants = [{ sku: `W-${crypto.randomUUID().slice(-8)}`, stock }]
      const { json } = await owner('/products', { name, price: 30, tier: 'Bronze', variants })
      return json as { id: string; slug: string; name: string; variants: { id: string }[] }
    }
    const [wanted, gone] = [await stocked(ownName('Wish Pack'), 9), await stocked(ownName('Gone Pack'), 0)]
    const [email, guest] = [newEmail(), newEmail()]
    const newcomer = await visit(browser, { width })
    await beginAsNewcomer(newcomer.page, email)
    await newcomer.context.close()

    const { context, page, errors } = await visit(browser, { width })
    await openPage(page, `/product/${gone.slug}`)
    await page.getByLabel('E-mail').fill(guest)
    await page.getByRole('button', { name: 'Tell me when it is back' }).click()
    await page.getByText('Check your e-mail and confirm there.', { exact: false }).waitFor()
    const link = /http\S+\/back-in-stock\?token=\S+/.exec(await messageTo(guest, /back-in-stock/))![0]
    await openPage(page, new URL(link).pathname + new URL(link).search)
    await page.getByRole('button', { name: 'Yes, tell me once' }).click()
    await page.getByText('gets one e-mail when', { exact: false }).waitFor()
    await look(page, 'back-in-stock', width)

    await heartToCart(page, wanted, email, width)
    await openPage(page, `/product/${gone.slug}`)
    await page.getByRole('button', { name: `Tell me when it is back: ${gone.name}` }).click()
    await page.getByText('We tell you once, by e-mail, when it is back.', { exact: false }).waitFor()
    await look(page, 'sold-out-asked', width)
    const { json: found } = await owner(`/admin/products?q=${encodeURIComponent(gone.name)}`)
    expect(found.products).toMatchObject([{ id: gone.id, waiting: 2 }])
    const { id } = (await owner(`/products/${gone.id}`)).json.variants[0]
    await owner(`/admin/products/${gone.id}/stock`, { variantId: id, by: 5 })
    for (const address of [email, guest])
      expect(await messageTo(address, /is back in stock/)).toContain('We cannot hold one for you')
    if (width === 390) await turnOffByLink(page, width)
    expect(errors).toEqual([])
    await context.close()
  })
})
