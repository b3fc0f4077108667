import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Caller } from '#app/testing/fuzz/requests.ts'
import { NODE_FLAGS, SERVER_ENV } from '../../bin/server-flags.js'

type Answers = {
  start: { origin: string; ids: string[] }
  callers: Record<Caller, string>
  lag: number
  audit: unknown[]
}
type Message = { ready?: true; id?: number; answer?: unknown }

/** Starts the shop in a child process and queries it by messages. */
export async function startShopChild(env: Record<string, string>) {
  const child = fork(join(import.meta.dirname, 'shop.ts'), [], {
    execArgv: NODE_FLAGS,
    env: {
      ...SERVER_ENV,
      ...process.env,
      PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (answer: never) => void>()
  await new Promise<void>((done, fail) => {
    child.once('exit', code => fail(new Error(`The shop ended with ${code}.`)))
    child.on('message', ({ ready, id, answer }: Message) => {
      if (ready) done()
      else waiting.get(id!)?.(answer as never)
    })
  })
  let asked = 0
  return {
    isAlive: () => child.exitCode === null && child.signalCode === null,
    ask: <K extends keyof Answers>(ask: K) =>
      new Promise<Answers[K]>(done => {
        asked++
        waiting.set(asked, done)
        child.send({ id: asked, ask })
      }),
    stop: () => child.disconnect(),
  }
}
