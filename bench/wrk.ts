import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sized } from './short.ts'

export const WRK_SECONDS = sized(3, 1)
const LONGEST_SECONDS = 15
/** Reads at any moment. More of one page than the shop lets wait for its rendering would be refused. */
const WAITING = 32
/** Reads that a connection sends at once when the shop has the response in memory: the load's system calls are fewer, the shop's work is the same. */
const AT_ONCE = 4

/**
 * Reads one address with wrk (Debian's package), a load in C: a load in JavaScript costs more of two shared cores than the shop's own
 * response from the cache, so that it would measure itself.
 * @param options.isNew ends each read's address with another number, and a connection sends one read at a time.
 * @returns responses per second. @throws when one is not 2xx or a connection breaks.
 */
export async function wrk(url: string, { isNew = false }: { isNew?: boolean | undefined } = {}): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-wrk-'))
  const script = join(folder, 'reads.lua')
  const { pathname, search } = new URL(url)
  const path = `${pathname}${search}`
  const each = `local n = ${Date.now()}
request = function() n = n + 1 return wrk.format("GET", "${path}" .. n) end`
  const several = `local reads
init = function() reads = wrk.format("GET", "${path}"):rep(${AT_ONCE}) end
request = function() return reads end`
  await writeFile(script, isNew ? each : several)
  try {
    for (let seconds = WRK_SECONDS; ; seconds *= 4) {
      const { stdout } = await promisify(execFile)('wrk', [
        ...['--threads', '1', '--connections', `${isNew ? WAITING : WAITING / AT_ONCE}`],
        ...['--duration', `${seconds}s`, '--timeout', '30s', '--header', 'Accept-Encoding: br'],
        ...['--script', script, url],
      ])
      const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
      const isBroken = Number.isNaN(rate) || /Non-2xx|Socket errors/.test(stdout)
      if (rate > 0 && !isBroken) return rate
      // A busy machine may take longer than a short run for its first response.
      if (isBroken || seconds > LONGEST_SECONDS) throw new Error(`wrk of ${url}:\n${stdout}`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
