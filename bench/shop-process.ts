import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { memoryWithChildren, residentOf } from './process-memory.ts'

export type ShopProcess = {
  origin: string
  pid: number
  /** Milliseconds from process start to the first success of `/readyz`. */
  readyMs: number
  /** Current memory of the process in megabytes. */
  memory: () => number
  /** The same with the process of pictures. */
  memoryOfAll: () => number
  stop: () => Promise<void>
}

const ROOT = join(import.meta.dirname, '..')

/**
 * Starts the shop like `npm start` in a separate process, so that the load runs outside it.
 * @param root the folder of another release, or of a built server.
 * @param script the file to start.
 */
export async function startShopProcess(
  port: number,
  env: Record<string, string>,
  root = ROOT,
  script = root === ROOT ? 'dist/server.js' : 'src/app/processes/start.ts',
): Promise<ShopProcess> {
  // Each release with its own flags, because they decide how much time a process spends on garbage. A built server has none beside it.
  const flags = [root, ROOT].map(folder => join(folder, 'bin/server-flags.js')).find(existsSync)!
  const { NODE_FLAGS, SERVER_ENV } = await import(flags)
  const began = performance.now()
  const child = spawn(process.execPath, [...NODE_FLAGS, join(root, script)], {
    cwd: root,
    env: {
      ...SERVER_ENV,
      ...process.env,
      PORT: String(port),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      ...env,
    },
    // `SHOP_LOG=on` prints the log.
    stdio: ['ignore', process.env.SHOP_LOG ? 'inherit' : 'ignore', 'inherit'],
  })
  // The shop ends with the bench, for any reason.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  const origin = `http://127.0.0.1:${port}`
  await untilReady(origin, child)
  return {
    origin,
    pid: child.pid!,
    readyMs: performance.now() - began,
    memory: () => residentOf(child.pid!),
    memoryOfAll: memoryWithChildren(child.pid!),
    stop: () =>
      new Promise(done => {
        process.off('exit', end)
        child.once('exit', () => done())
        child.kill('SIGTERM')
      }),
  }
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  for (let wait = 0; wait < 6000; wait++) {
    if (child.exitCode !== null) throw new Error('The shop did not start.')
    const ready = await fetch(`${origin}/readyz`).then(
      response => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise(done => setTimeout(done, 20))
  }
  throw new Error('The shop did not become ready in two minutes.')
}
