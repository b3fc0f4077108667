import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { buildIfNeeded } from '#app/cli/build.ts'
import { checkOutLastRelease } from '#app/testing/runs/last-release.ts'
import { startServerProcess } from '#app/testing/server-process.ts'
import { COMPARED, openSide, type Shot } from './before-after.ts'
import { openBrowser, type Theme } from './browser.ts'

/**
 * `node e2e/take-before-after.ts [name …]`: pictures of the last release beside this one in docs/pictures/before-after, at 390 and 1440 px in
 * both themes. Each file shows one screen at one width: the last release left, this one right, dark above or before light.
 */
const OUT = 'docs/pictures/before-after'
const THEMES: Theme[] = ['dark', 'light']
const names = process.argv.slice(2)
const shots = COMPARED.filter(({ name }) => names.length === 0 || names.includes(name))
const last = checkOutLastRelease()
const data = await mkdtemp(join(tmpdir(), 'redoubt-before-after-'))
spawnSync(process.execPath, [join(last.folder, 'src/app/cli/build.ts')], { cwd: last.folder, stdio: 'inherit' })
buildIfNeeded()
const browser = await openBrowser()
await mkdir(OUT, { recursive: true })
try {
  const before = await takeAll('before', last.folder)
  const after = await takeAll('after', process.cwd())
  for (const key of after.keys()) await compose(key, [before.get(key)!, after.get(key)!])
} finally {
  await browser.close()
  last.remove()
  await rm(data, { recursive: true, force: true })
}

/** All pictures of one release. @returns for each screen and width the picture in each theme. */
async function takeAll(side: Shot['side'], root: string): Promise<Map<string, Buffer[]>> {
  const env = { PORT: '0', DATA_DIR: join(data, side), RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
  const server = await startServerProcess(env, root)
  const pictures = new Map<string, Buffer[]>()
  try {
    const { take, close } = await openSide(browser, server.address, side)
    for (const screen of shots)
      for (const width of [390, 1440] as const)
        pictures.set(`${screen.name}-${width}`, await take(screen, width, THEMES))
    await close()
  } finally {
    await server.kill()
  }
  return pictures
}

const GAP = 12
const PANEL = { 390: 330, 1440: 720 }

/** Writes one file: phones in a row, wide screens in two. */
async function compose(key: string, [before, after]: [Buffer[], Buffer[]]): Promise<void> {
  const isPhone = key.endsWith('390')
  const width = PANEL[isPhone ? 390 : 1440]
  const pairs = THEMES.flatMap((_, at) => [before[at]!, after[at]!])
  const panels = await Promise.all(
    pairs.map(png => sharp(png).resize({ width }).png().toBuffer({ resolveWithObject: true })),
  )
  const columns = isPhone ? 4 : 2
  const high = Math.max(...panels.map(({ info }) => info.height))
  const rows = panels.length / columns
  const sheet = { width: columns * (width + GAP) - GAP, height: rows * (high + GAP) - GAP, channels: 3 as const }
  const parts = panels.map(({ data: input }, at) => ({
    input,
    left: (at % columns) * (width + GAP),
    top: Math.floor(at / columns) * (high + GAP),
  }))
  const whole = sharp({ create: { ...sheet, background: '#8a8a84' } }).composite(parts)
  await writeFile(join(OUT, `${key}.webp`), await whole.webp({ quality: 58, effort: 6 }).toBuffer())
}
