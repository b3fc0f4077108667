import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isWhole } from '#app/testing/suites/again.ts'
import type { Theme } from './browser.ts'
import { differenceOf } from './compare-pictures.ts'
import { MAIN_SCREENS, openBooth, type PicturedScreen, THEMES, WIDTHS } from './pictures.ts'
import { lookOf } from './widths.ts'

let booth: Awaited<ReturnType<typeof openBooth>>
beforeAll(async () => {
  booth = await openBooth()
})
afterAll(() => booth?.close())

/** One picture of each screen in `npm test`, all four with `--all`. */
const looksAt = (screen: PicturedScreen): [widths?: number[], themes?: Theme[]] => {
  const { width, theme } = lookOf(MAIN_SCREENS.indexOf(screen))
  return isWhole ? [] : [[width], [theme]]
}

it.each(MAIN_SCREENS)('$name looks as in docs/pictures', async screen => {
  const differences: string[] = []
  for (const picture of await booth.take(screen, ...looksAt(screen))) {
    const difference = await differenceOf(picture)
    if (difference) differences.push(difference)
  }
  expect(differences, 'After a wanted change: npm run pictures').toEqual([])
})

it('npm run pictures writes the four pictures of a named screen', { tags: ['again'] }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-taken-'))
  try {
    await promisify(execFile)(process.execPath, ['bin/redoubt.js', 'pictures', folder, 'cart'])
    const names = WIDTHS.flatMap(width => THEMES.map(theme => `cart-${width}-${theme}.png`))
    expect((await readdir(folder)).sort()).toEqual(names.sort())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
