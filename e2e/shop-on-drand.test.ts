import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, testBrowser, visit } from './browser.ts'
import { COMMAND_LINE_VERIFIERS, verifyOffline } from './offline-verifiers.ts'
import { ROUND, ROUND_AT, startShopOnDrand } from './shop-on-drand.ts'
import { newEmail, proveEntry, register, takeASlot } from './shopper.ts'

const MINUTE = 60_000

const browser = await testBrowser()
let folder: string
let shop: Awaited<ReturnType<typeof startShopOnDrand>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-on-drand-'))
  shop = await startShopOnDrand(folder, 10 * MINUTE)
})
afterAll(async () => {
  await shop?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A giveaway with the free entries of 24 people. */
async function publish(title: string) {
  const startDate = new Date(+shop.clock.now() - MINUTE).toISOString()
  const more = { description: 'Light for the last mile.', tier: 'Gold', value: 300, totalSlots: 40, startDate }
  const giveaway = (await shop.asOwner('/giveaways', { title, ...more })) as { id: string; slug: string }
  for (let number = 1; number <= 24; number++) {
    const person = { name: `Ada Winterbourne ${number}`, email: `ada-${number}@cards.example` }
    await shop.asOwner(`/admin/giveaways/${giveaway.id}/private-entries`, person)
  }
  return giveaway
}

/**
 * Freezes the list so that the known round is the first one after the gap of 10 s. The clock stands still until the witnesses have signed,
 * because a busy machine would miss the 3 s of a round.
 */
async function freezeFor(giveawayId: string, title: string) {
  shop.clock.stopAt(new Date(+ROUND_AT - 12_000))
  const answer = await shop.asOwner('/admin/select-automatic-winner', { giveawayId, title, reason: 'A journey' })
  expect(answer).toMatchObject({ status: 'frozen', round: ROUND })
  const drawNow = () => shop.asOwner(`/giveaways/${giveawayId}/draw`)
  await expect.poll(drawNow).toMatchObject({ frozen: { witnessedAt: expect.any(String) } })
  shop.clock.goOn()
}

async function save(page: Page, role: 'link' | 'button', name: string, file: string) {
  const saved = page.waitForEvent('download')
  await page.getByRole(role, { name }).click()
  await (await saved).saveAs(join(folder, file))
}

it('an entrant of a shop on drand’s chain, with witnesses of others, checks the draw without a caveat, on the page and offline [B-18.9] [B-20.12] [B-20.19] [B-20.20]', async () => {
  const title = `Headlamp of the Public Round ${Date.now()}`
  const { page, errors, context } = await visit(browser, { origin: shop.origin })
  // A browser of today would take the session as expired.
  await context.clock.install({ time: shop.clock.now() })
  const email = newEmail()
  const giveaway = await publish(title)
  await register(page, email, shop.origin)
  await shop.asOwner('/admin/credits/grant', { email, amount: 1, tier: 'Gold', reason: 'A journey' })
  const slot = await takeASlot(page, title, 'Gold')

  await openPage(page, '/fair')
  for (const owner of ['An accountant', 'Another shop']) await page.getByText(owner, { exact: true }).waitFor()
  await expect.poll(() => page.getByText(/sandbox|All witnesses are ours/).count()).toBe(0)

  await freezeFor(giveaway.id, title)
  const drawOf = () => shop.asOwner(`/giveaways/${giveaway.id}/draw`)
  await expect.poll(drawOf).toMatchObject({ state: 'drawn', round: ROUND })
  await openPage(page, `/giveaways/${giveaway.slug}`)
  await page.getByRole('button', { name: 'Check here' }).click()
  await page.getByText('This draw is true').waitFor()
  await expect.poll(() => page.getByText('before its date: mail that came later does not count').count()).toBe(2)
  await expect
    .poll(() => page.getByText(/after the last day on which mail counts|after the mail-in window ends/).count())
    .toBe(0)
  await expect.poll(() => page.getByText(/A rehearsal|All witnesses are ours/).count()).toBe(0)
  await proveEntry(page, slot)

  await save(page, 'link', 'Download everything', 'draw.json')
  await save(page, 'button', 'Save my receipt', 'receipt.json')
  for (const verifier of COMMAND_LINE_VERIFIERS) {
    await save(page, 'link', verifier, verifier)
    const { status, stdout } = verifyOffline(folder, verifier, 'draw.json', 'receipt.json')
    expect(stdout.match(/^ok +\d+ /gm)).toHaveLength(12)
    expect(stdout).toMatch(/^Places: (\d+, ){20}and 5 more$/m)
    expect(stdout).not.toMatch(/sandbox|rehearsal/i)
    expect(status).toBe(0)
  }
  // The browser logs a bundle asked for before the witnesses signed the result.
  expect(errors.filter(line => !line.includes('409'))).toEqual([])
  await context.close()
})
