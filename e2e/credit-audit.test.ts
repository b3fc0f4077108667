import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import { startServer } from '#app/server.ts'
import { readEnv } from '#platform/env.ts'
import { newId } from '#platform/values/ids.server.ts'
import { expectAccessible, openPage, type Theme, testBrowser, visit } from './browser.ts'
import { SECRET } from './secret.ts'
import { CARD } from './shopper.ts'
import { widthsOf } from './widths.ts'

const SHOPPER = 'shopper@redoubt.test'
const MINUTE = 60_000

/** A separate shop without webhooks from the provider, without the job that asks it about payments each minute, and with a manual clock. */
let shop: Awaited<ReturnType<typeof startServer>>
const browser = await testBrowser()
let folder: string
let passed = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-audit-'))
  const settings = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', AUTH_SECRET: SECRET }
  const env = readEnv({ ...settings, ROLE: 'web' })
  const now = () => new Date(Date.now() + passed)
  shop = await startServer(env, { now })
  shop.shop.paymentProvider.sandbox!.trouble.webhooks({ areHeld: true })
})
afterAll(async () => {
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
})

async function tokenOf(email: string): Promise<string> {
  const answer = await fetch(`${shop.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.address },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  return ((await answer.json()) as { idToken: string }).idToken
}

async function payAt(url: string): Promise<void> {
  const body = new URLSearchParams({ number: CARD, exp: '12/34', cvc: '123', name: 'Riley Marsh' })
  expect((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
}

/** A shopper pays and never returns, and no webhook arrives. @returns the session. */
async function payUnheard(): Promise<string> {
  const { products } = (await (await fetch(`${shop.address}/api/products?q=sticker`)).json()) as {
    products: { id: string; variants: { id: string }[] }[]
  }
  const answer = await fetch(`${shop.address}/api/payments/checkout-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(SHOPPER)}` },
    body: JSON.stringify({
      items: [{ productId: products[0]!.id, variantId: products[0]!.variants[0]!.id, quantity: 1 }],
    }),
  })
  const session = (await answer.json()) as { id: string; url: string }
  expect(answer.status, JSON.stringify(session)).toBe(200)
  await payAt(session.url)
  return session.id
}

/** A payment by a link from the provider's dashboard, old enough for the reconciliation. */
async function payOutside(amountCents: number): Promise<void> {
  const { url } = await shop.shop.services.payments.createCheckout({
    ...{ mode: 'payment', orderId: newId(), customerEmail: 'riley@example.com', idempotencyKey: newId(), metadata: {} },
    lines: [{ name: 'By telephone', amountCents, quantity: 1 }],
    ...{ successUrl: `${shop.address}/checkout`, cancelUrl: `${shop.address}/checkout` },
    expiresAt: new Date(Date.now() + passed + 60 * MINUTE),
  })
  await payAt(url)
  passed += 11 * MINUTE
}

const part = (page: Page, name: string) => page.getByRole('region', { name })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

async function lookUp(page: Page) {
  const trail = part(page, 'Audit trail')
  await trail.getByRole('button', { name: 'Look up' }).click()
  await trail.getByText('Please enter an email address').waitFor()
  await trail.getByLabel('Customer email').fill(SHOPPER)
  await trail.getByRole('button', { name: 'Look up' }).click()
  await trail.getByRole('table', { name: `Audit trail of ${SHOPPER}` }).waitFor()
  await trail.getByLabel('Customer email').fill('rliey@example.com')
  await trail.getByRole('button', { name: 'Look up' }).click()
  await trail.getByText('No account has this e-mail. Check the spelling.').waitFor()
}

async function reconcileLost(page: Page, session: string) {
  const form = part(page, 'Payment reconciliation')
  const send = async (sessionId: string, email: string) => {
    await form.getByLabel('Session ID').fill(sessionId)
    await form.getByLabel('Email of the order').fill(email)
    await form.getByRole('button', { name: 'Reconcile', exact: true }).click()
  }
  await send('', SHOPPER)
  await form.getByText('Please enter both session ID and email').waitFor()
  await send(session, SHOPPER)
  await toast(page, 'Credits were successfully issued')
  await form.getByRole('table', { name: 'Audit record of this payment' }).waitFor()
  await send(session, SHOPPER)
  await toast(page, 'Duplicate transaction detected')
  await send('cs_test_nobody', SHOPPER)
  const unknown = 'The payment provider knows no such session. Check the session ID.'
  await toast(page, `Failed to reconcile transaction: ${unknown}`)
  await form.getByText(unknown, { exact: true }).waitFor()
  await expect.poll(() => form.getByLabel('Session ID').inputValue()).toBe('cs_test_nobody')
}

async function resolveOne(page: Page, amount: string) {
  const list = part(page, 'Discrepancies')
  const card = list.getByRole('listitem').filter({ hasText: amount })
  await list.getByRole('button', { name: 'Check again' }).click()
  await card.getByText('Charge without an order').waitFor()
  await expectAccessible(page, 'credit audit')
  await card.getByRole('button', { name: 'Resolve with a note' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await dialog.getByText('Please say how it was resolved').waitFor()
  await dialog.getByLabel('How it was resolved').fill('Sold by telephone')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await toast(page, 'Discrepancy resolved')
  await card.waitFor({ state: 'hidden' })
  await list.getByLabel('Show').selectOption('resolved')
  await card.getByText('Note: Sold by telephone').waitFor()
  await card.getByText('Resolved by staff').waitFor()
}

const LOOKS = [
  { width: 390, theme: 'dark', cents: 1234, amount: '12.34' },
  { width: 1440, theme: 'light', cents: 4321, amount: '43.21' },
] as const

it.each(LOOKS.filter(({ width }) => widthsOf(1440).includes(width)))(
  'staff look up an audit trail, reconcile a lost payment and resolve a discrepancy at $width px [B-11.24] [B-12.30] [B-12.69] [B-12.70] [B-12.72] [B-12.113] [B-12.114] [B-12.248] [B-12.250] [B-13.77]',
  async look => {
    const session = await payUnheard()
    const { context, page, errors } = await visit(browser, {
      width: look.width,
      theme: look.theme as Theme,
      origin: shop.address,
    })
    await context.addInitScript(`localStorage.setItem('redoubt.theme', '${look.theme}')`)
    await signInHere(page)
    await openPage(page, '/admin?tab=creditaudit')
    await lookUp(page)
    await reconcileLost(page, session)
    const report = part(page, 'Report')
    await report.getByLabel('Email (optional)').fill(SHOPPER)
    await report.getByRole('button', { name: 'Generate report' }).click()
    await report.getByText('Recommendations').waitFor()
    await payOutside(look.cents)
    await resolveOne(page, look.amount)
    // The browser logs the refusals of an unknown e-mail and an unknown session.
    expect(errors.filter(error => !error.includes('status of 404'))).toEqual([])
    await context.close()
  },
)

/** Signs in by API call and sets the sign-in's browser state. */
async function signInHere(page: Page) {
  const answer = await page.request.post('/api/auth/login', {
    headers: { origin: shop.address },
    data: { email: 'admin@redoubt.test', password: DEMO_PASSWORD },
  })
  expect(answer.ok()).toBe(true)
  await page.goto('/favicon.svg')
  await page.evaluate(() => localStorage.setItem('redoubt.signed-in', '1'))
}
