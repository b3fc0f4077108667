import { endBeats, recordBeat } from '#features/operations/commands.server.ts'
import type { DataContext } from '#kernel/context.ts'
import type { Outage } from '#platform/breaker.server.ts'
import { DatabaseAway } from '#platform/db/connections/away.server.ts'
import type { Env } from '#platform/env.ts'
import { RELEASE } from '#platform/release.server.ts'
import type { OverloadLevel } from '../http/load/pressure.server.ts'

const EVERY_MS = 10_000

type Parts = Pick<DataContext, 'db' | 'log'> & { env: Env; outages: () => Outage[]; level: () => OverloadLevel }

/** Every 10 s this process writes down what only it knows: that it lives, its release, its load and its open breakers. */
export function createBeats({ db, log, env, outages, level }: Parts) {
  const startedAt = new Date()
  const instance = env.INSTANCE
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const beat = () =>
    recordBeat({ db }, { instance, role: env.ROLE, release: RELEASE, startedAt, overload: level(), outages: outages() })
  const onError = (error: unknown) =>
    // The pulse logs the outage.
    void (error instanceof DatabaseAway || log.warn({ err: error }, 'the beat of this process was not recorded'))
  return {
    async start() {
      await beat().catch(onError)
      timer = setInterval(() => {
        running = beat().catch(onError)
      }, EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await running
      if (timer) await endBeats({ db }, instance).catch(onError)
    },
  }
}
