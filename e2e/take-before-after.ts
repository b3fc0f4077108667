import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { checkOutLastRelease } from '#app/testing/runs/last-release.ts'
import { startServerProcess } from '#app/testing/server-process.ts'
import { COMPARED, openSide, type Side } from './before-after.ts'
import { openBrowser, type Theme } from './browser.ts'
import { CHANGED } from './compare-pictures.ts'

/**
 * `node e2e/take-before-after.ts [before|after|compose] [name …]`: pictures of the last release beside this one in
 * docs/pictures/before-after, at 390 and 1440 px in both themes. Without a first word it does all three; the pictures of each release are
 * kept, so that one side can be taken again.
 */
const OUT = 'docs/pictures/before-after'
const THEMES: Theme[] = ['dark', 'light']
const WIDTHS = [390, 1440] as const
const STEPS = ['before', 'after', 'compose']

const [first = '', ...rest] = process.argv.slice(2)
const names = STEPS.includes(first) ? rest : [first, ...rest].filter(Boolean)
const screens = COMPARED.filter(({ name }) => names.length === 0 || names.includes(name))
const isWanted = (step: string) => !STEPS.includes(first) || first === step

const fileOf = (side: Side, name: string, width: number, theme: Theme) =>
  join(CHANGED, 'before-after', side, `${name}-${width}-${theme}.png`)

/** Takes the pictures of one release from its demo shop. */
async function takeAll(side: Side, root: string): Promise<void> {
  spawnSync(process.execPath, [join(root, 'src/app/cli/build.ts')], { cwd: root, stdio: 'inherit' })
  const data = await mkdtemp(join(tmpdir(), 'redoubt-before-after-'))
  await mkdir(join(CHANGED, 'before-after', side), { recursive: true })
  const env = { PORT: '0', DATA_DIR: data, RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
  const [browser, server] = await Promise.all([openBrowser(), startServerProcess(env, { root })])
  try {
    const { take } = await openSide(browser, server.address, side)
    for (const screen of screens)
      for (const width of WIDTHS)
        try {
          for (const { theme, png } of await take(screen, width, THEMES))
            await writeFile(fileOf(side, screen.name, width, theme), png)
        } catch (error) {
          // The other screens are taken all the same.
          process.stderr.write(`${side}, ${screen.name} at ${width} px: ${error}\n`)
          process.exitCode = 1
        }
  } finally {
    await browser.close()
    await server.kill()
    await rm(data, { recursive: true, force: true })
  }
}

const GAP = 12
const PANEL = { 390: 330, 1440: 720 }

/** Writes one file: before and after in the dark, then in the light; phones in one row, wide screens in two. */
async function compose(name: string, width: 390 | 1440): Promise<void> {
  const files = THEMES.flatMap(theme => (['before', 'after'] as const).map(side => fileOf(side, name, width, theme)))
  const panels = await Promise.all(
    files.map(async file =>
      sharp(await readFile(file))
        .resize({ width: PANEL[width] })
        .png()
        .toBuffer({ resolveWithObject: true }),
    ),
  )
  const columns = width === 390 ? 4 : 2
  const step = { x: PANEL[width] + GAP, y: Math.max(...panels.map(({ info }) => info.height)) + GAP }
  const parts = panels.map(({ data: input }, at) => ({
    input,
    left: (at % columns) * step.x,
    top: Math.floor(at / columns) * step.y,
  }))
  const sheet = { width: columns * step.x - GAP, height: (files.length / columns) * step.y - GAP, channels: 3 as const }
  const whole = sharp({ create: { ...sheet, background: '#8a8a84' } }).composite(parts)
  await mkdir(OUT, { recursive: true })
  await writeFile(join(OUT, `${name}-${width}.webp`), await whole.webp({ quality: 58, effort: 6 }).toBuffer())
}

if (isWanted('before')) {
  const last = checkOutLastRelease()
  await takeAll('before', last.folder).finally(last.remove)
}
if (isWanted('after')) await takeAll('after', process.cwd())
if (isWanted('compose')) for (const { name } of screens) for (const width of WIDTHS) await compose(name, width)
