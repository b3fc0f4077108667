import { percentilesOf } from './percentiles.ts'
import type { ShopProcess } from './shop-process.ts'
import { sized } from './short.ts'
import type { Line } from './table.ts'

const CALLS = sized(200, 5)
const REPORT_CALLS = sized(50, 5)
const AIM_MS = 200
const MORE_MB = 100

/** Measures the time to a file's first byte, its throughput, and the server's memory during the download. */
export async function benchDownloads(shop: ShopProcess, token: string, add: (line: Line) => void): Promise<void> {
  add(await begins(shop, token, 'CSV of all orders, first byte', ['/admin/orders/export'], CALLS))
  const groupings = ['day', 'month', 'product', 'tier', 'state']
  const reports = groupings.map(by => `/admin/revenue/report.csv?period=all&by=${by}`)
  add(await begins(shop, token, 'CSV of the report of all time, first byte', reports, REPORT_CALLS))
  const took: number[] = []
  for (const path of reports)
    for (let n = 0; n < REPORT_CALLS / reports.length; n++)
      took.push((await download(shop, token, path)).seconds * 1000)
  add(percentilesOf('CSV of the report of all time, whole', took, AIM_MS))
  const before = shop.memory()
  const { rows, seconds, memory } = await download(shop, token, '/admin/orders/export')
  add({
    what: `CSV of all orders, ${rows.toLocaleString('en-US')} rows`,
    measured: `${Math.round(rows / seconds).toLocaleString('en-US')} rows/s; memory ${Math.round(before)} → at most ${Math.round(memory)} MB`,
    ceiling: '',
    aim: 'steady memory',
    ok: memory < before + MORE_MB,
  })
}

async function begins(shop: ShopProcess, token: string, what: string, paths: readonly string[], calls: number) {
  const times: number[] = []
  for (let n = 0; n < calls; n++) times.push((await download(shop, token, paths[n % paths.length]!, 1)).firstMs)
  return percentilesOf(what, times, AIM_MS)
}

/** @param most maximum number of chunks to read before the download is cancelled. */
async function download({ origin, memory }: ShopProcess, token: string, path: string, most = Number.POSITIVE_INFINITY) {
  const began = performance.now()
  const response = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  const reader = response.body!.getReader()
  let [firstMs, rows, highest, chunks] = [0, 0, 0, 0]
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    if (chunks++ === 0) firstMs = performance.now() - began
    if (chunks >= most) {
      await reader.cancel()
      break
    }
    for (const byte of value) if (byte === 10) rows++
    if (chunks % 50 === 0) highest = Math.max(highest, memory())
  }
  return { firstMs, rows, seconds: (performance.now() - began) / 1000, memory: Math.max(highest, memory()) }
}
