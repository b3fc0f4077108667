import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const WRK_SECONDS = 3
const CONNECTIONS = 32

/**
 * Reads one address with wrk (Debian's package), a load in C: a load in JavaScript costs more of two shared cores than the shop's own
 * response from the cache, so that it would measure itself.
 * @param options.isNew ends each read's address with another number.
 * @returns responses per second. @throws when one is not 2xx or a connection breaks.
 */
export async function wrk(url: string, { isNew = false }: { isNew?: boolean | undefined } = {}): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-wrk-'))
  const script = join(folder, 'new.lua')
  const { pathname, search } = new URL(url)
  await writeFile(
    script,
    `local n = ${Date.now()}
request = function() n = n + 1 return wrk.format("GET", "${pathname}${search}" .. n) end`,
  )
  try {
    const { stdout } = await promisify(execFile)('wrk', [
      ...['--threads', '1', '--connections', `${CONNECTIONS}`, '--duration', `${WRK_SECONDS}s`, '--timeout', '30s'],
      ...['--header', 'Accept-Encoding: br'],
      ...[...(isNew ? ['--script', script] : []), url],
    ])
    const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
    if (!rate || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk of ${url}:\n${stdout}`)
    return rate
  } finally {
    await rm(folder, { recursive: true })
  }
}
