import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#platform/free-port.server.ts'

const run = promisify(execFile)
const INSTALL_MS = 120_000
const DEPLOY = join(import.meta.dirname, '../../../../deploy/prometheus')

/** True when Prometheus and promtool are installed. Installs Debian's package if the machine allows that. */
export async function hasPrometheus(): Promise<boolean> {
  const isThere = () =>
    run('promtool', ['--version']).then(
      () => true,
      () => false,
    )
  if (await isThere()) return true
  if (userInfo().uid !== 0) return false
  const install = 'apt-get update && apt-get install -y --no-install-recommends prometheus && service prometheus stop'
  await run('sh', ['-c', install], { timeout: INSTALL_MS }).catch(() => {})
  return isThere()
}

/** Checks the stored configuration with its rules. @throws the tool's words about a fault. */
export const checkConfiguration = (): Promise<unknown> =>
  run('promtool', ['check', 'config', '--syntax-only', join(DEPLOY, 'prometheus.yml')])

/**
 * Starts Prometheus with the stored configuration, but for the address of the shop and an interval of a second.
 * @param target host and port of the shop.
 */
export async function startPrometheus(target: string, token: string) {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-prometheus-'))
  await cp(DEPLOY, folder, { recursive: true })
  const stored = await readFile(join(folder, 'prometheus.yml'), 'utf8')
  const changed = stored.replaceAll('15s', '1s').replace('127.0.0.1:3000', target)
  await writeFile(join(folder, 'prometheus.yml'), changed)
  await writeFile(join(folder, 'metrics-token'), token)
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  )
  return {
    /** The data of an API answer; undefined while Prometheus does not answer. */
    async ask(path: string) {
      const answer = await fetch(`http://${address}/api/v1/${path}`).catch(() => undefined)
      return answer?.ok ? ((await answer.json()) as { data: unknown }).data : undefined
    },
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
