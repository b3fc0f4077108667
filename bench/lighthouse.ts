import { spawn } from 'node:child_process'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import lighthouse from 'lighthouse'
import type { Place, Say } from './bench-kinds.ts'
import { giveBrand } from './brand.ts'
import { startShopProcess } from './shop-process.ts'
import { sized } from './short.ts'
import type { Line } from './table.ts'

/** The last one has 1,000 slots. */
const PATHS = ['/', '/store', '/product/star-fort-sticker', '/giveaways', '/giveaways/night-vision-monocular'].slice(
  0,
  sized(5, 1),
)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo', 'agentic-browsing']
const AIM = 100
const RUNS = sized(3, 1)
const PORT = 3590
const DEBUG_PORT = 3591
const BEGIN_MS = 2000

type Choice = {
  paths?: readonly string[]
  /** The file of a brand that the shop gets first. */
  brand?: string
}

/**
 * `npm run lighthouse -- [--brand file] [path …]`: runs Lighthouse with its phone profile on the demo shop and prints medians of three runs in
 * Markdown. Requests each page once before, because visitors would have warmed the shop's caches.
 */
export async function benchLighthouse(
  { databaseUrl, folder, say }: Place,
  { paths = PATHS, brand }: Choice = {},
): Promise<Line[]> {
  const shop = await startShopProcess(PORT, { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data') })
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run']
  const browser = spawn(
    await chromium.executablePath(),
    [...flags, `--remote-debugging-port=${DEBUG_PORT}`, `--user-data-dir=${folder}/profile`, 'about:blank'],
    { stdio: 'ignore' },
  )
  const end = () => browser.kill()
  process.once('exit', end)
  await new Promise(done => setTimeout(done, BEGIN_MS))
  try {
    if (brand) await giveBrand(shop.origin, brand)
    const lines: Line[] = []
    for (const path of paths) lines.push(await measure(shop.origin, path, say))
    return lines
  } finally {
    process.off('exit', end)
    end()
    await shop.stop()
  }
}

async function measure(origin: string, path: string, say: Say): Promise<Line> {
  const url = `${origin}${path}`
  await fetch(url)
  const rows: number[][] = []
  const complaints = new Set<string>()
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(url, { port: DEBUG_PORT, output: 'json', logLevel: 'silent' })
    const { categories, audits } = result!.lhr
    const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100)
    const value = (id: string) => audits[id]?.numericValue ?? 0
    rows.push([
      ...CATEGORIES.map(score),
      value('largest-contentful-paint'),
      value('total-blocking-time'),
      value('cumulative-layout-shift'),
    ])
    for (const category of Object.values(categories)) {
      for (const { id, weight } of category.auditRefs) {
        const audit = audits[id]
        if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
          complaints.add(`${category.id}: ${audit.title}`)
      }
    }
  }
  const middle = (column: number) => rows.map(row => row[column]!).sort((a, b) => a - b)[Math.floor(RUNS / 2)]!
  for (const complaint of complaints) say(`  ${path}: ${complaint}`)
  const scores = CATEGORIES.map((_, column) => middle(column))
  const [lcp, tbt, cls] = [0, 1, 2].map(metric => middle(CATEGORIES.length + metric)) as [number, number, number]
  const cells = CATEGORIES.map((name, column) => `${name} ${scores[column]}`).join(', ')
  return {
    what: `Lighthouse of ${path}`,
    measured: `${cells}; LCP ${(lcp / 1000).toFixed(2)} s, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}`,
    ceiling: '',
    aim: String(AIM),
    ok: scores.every(score => score >= AIM),
  }
}
