import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE_FLAGS, SERVER_ENV } from '../bin/server-flags.js'

export type ShopProcess = {
  origin: string
  /** From the start of the process until `/readyz` said yes, in milliseconds. */
  readyMs: number
  /** What the process has in memory now, in megabytes. */
  memory: () => number
  stop: () => Promise<void>
}

const START = join(import.meta.dirname, '../src/app/start.ts')

/** Starts the shop as `npm start` does, in a process of its own, so that the load does not run inside it. */
export async function startShopProcess(port: number, env: Record<string, string>): Promise<ShopProcess> {
  const began = performance.now()
  const child = spawn(process.execPath, [...NODE_FLAGS, START], {
    env: {
      ...SERVER_ENV,
      ...process.env,
      PORT: String(port),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Whatever ends the bench, the shop does not outlive it.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  const origin = `http://127.0.0.1:${port}`
  await untilReady(origin, child)
  return {
    origin,
    readyMs: performance.now() - began,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024,
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
