import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import lighthouse from 'lighthouse'
import { startShopProcess } from './shop-process.ts'

/**
 * `npm run lighthouse [path …]`: runs Lighthouse with its phone profile on the demo shop and prints medians of three runs in Markdown.
 * Requests each page once before, because visitors would have warmed the shop's caches.
 */
/** The last one has 1,000 slots. */
const PATHS = ['/', '/store', '/product/star-fort-sticker', '/giveaways', '/giveaways/night-vision-monocular']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo', 'agentic-browsing']
const RUNS = 3
const PORT = 3590
const DEBUG_PORT = 3591
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = await mkdtemp(join(tmpdir(), 'redoubt-lighthouse-'))
const shop = await startShopProcess(PORT, { DATA_DIR: folder })
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run']
const browser = spawn(
  await chromium.executablePath(),
  [...flags, `--remote-debugging-port=${DEBUG_PORT}`, `--user-data-dir=${folder}/profile`, 'about:blank'],
  {
    stdio: 'ignore',
  },
)
await new Promise(done => setTimeout(done, 2000))

try {
  const paths = process.argv.length > 2 ? process.argv.slice(2) : PATHS
  say(
    '| page | performance | accessibility | best practices | seo | agentic browsing | LCP | TBT | CLS |\n|---|---|---|---|---|---|---|---|---|',
  )
  for (const path of paths) say(await measure(path))
} finally {
  browser.kill()
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(path: string): Promise<string> {
  const url = `${shop.origin}${path}`
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
  for (const complaint of complaints) process.stderr.write(`  ${path}: ${complaint}\n`)
  const cells = CATEGORIES.map((_, column) => String(middle(column)))
  const [lcp, tbt, cls] = [0, 1, 2].map(metric => middle(CATEGORIES.length + metric)) as [number, number, number]
  return `| ${path} | ${cells.join(' | ')} | ${(lcp / 1000).toFixed(2)} s | ${Math.round(tbt)} ms | ${cls.toFixed(3)} |`
}
