import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeBundle } from '@redoubt/draw/testing/bundle-maker.ts'
import { mutateText } from '@redoubt/draw/testing/mutations.ts'
import { randomOf } from '@redoubt/draw/testing/random.ts'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { VERIFIER_FILES, verifierHashes } from '#kernel/verifiers/verifier-hashes.server.ts'
import { expectAccessible, type Theme, testBrowser, visit } from './browser.ts'

const browser = await testBrowser()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verifier-page-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const LOOKS: { width: number; theme: Theme }[] = [
  { width: 390, theme: 'light' },
  { width: 1440, theme: 'dark' },
]
const PAGE = pathToFileURL(join(import.meta.dirname, '../build/client/verify/redoubt-verify.html')).href

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** The marks of the steps after the page has read a bundle of this name. */
async function stepsAfter(page: Page, name: string, json: string): Promise<string[]> {
  await page.getByLabel('The draw').setInputFiles(written(name, json))
  await page.getByRole('heading', { name: `Result of ${name}` }).waitFor()
  return page.locator('#steps > li > span:first-child').allTextContents()
}

describe('the verifier page from disk', () => {
  it.each(firstOf(LOOKS))('checks a draw and a receipt without a network ($width px, $theme) [B-17.10]', async look => {
    const { json, receipts, places } = await makeBundle({ seed: 3, passes: 0 })
    const { receipt, vkey, holderSecret, nonces } = receipts[0]!
    const kept = JSON.stringify({ format: 'redoubt-receipt/2', receipt, secret: holderSecret, nonces, key: vkey })
    const { context, page, errors } = await visit(browser, look)
    await context.setOffline(true)
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    await page.goto(PAGE)
    expect(await stepsAfter(page, 'draw.json', json)).toHaveLength(11)
    await page.getByLabel('Your receipt').setInputFiles(written('receipt.json', kept))
    await page.getByRole('heading', { name: 'Result of draw.json and receipt.json' }).waitFor()
    const verdict = `The winner is number ${places[0]}.Every step holds. You are in: number`
    await expect.poll(() => page.getByRole('status').textContent()).toContain(verdict)
    expect(requests).toEqual([PAGE])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await expectAccessible(page, 'verifier page')
    expect(errors).toEqual([])
    await context.close()
  })

  it('takes dropped files, and names the failing step of a changed one as Node does [B-17.10]', async () => {
    const { json } = await makeBundle({ seed: 3, entries: 8 })
    const random = randomOf('page')
    const { context, page, errors } = await visit(browser)
    await page.goto(PAGE)
    const dropped = await page.evaluateHandle(text => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'draw.json'))
      return transfer
    }, json)
    await page.dispatchEvent('#drop', 'drop', { dataTransfer: dropped })
    await page.getByText('Every step holds.').waitFor()
    for (let count = 0; count < 20; count++) {
      const changed = mutateText(random, json).json
      const expected = verifyBundle(changed).steps.map(step => {
        const isOpen = step.sentence.startsWith('Not checked, because step ')
        return `${step.step} ${step.ok ? '✓ holds' : isOpen ? '– open' : '✗ fails'}`
      })
      expect(await stepsAfter(page, `changed-${count}.json`, changed)).toEqual(expected)
    }
    expect(errors).toEqual([])
    await context.close()
  })
})

describe('the shop', () => {
  it.each(VERIFIER_FILES)('serves %s as a file with the hash that it names [B-17.1]', async file => {
    const answer = await fetch(`${inject('origin')}/verify/${file}`)
    expect(answer.headers.get('content-disposition')).toBe('attachment')
    const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())
    expect(verifierHashes()).toContainEqual({ file, sha256: Buffer.from(digest).toString('hex') })
  })
})
