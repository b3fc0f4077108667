import { createLiveStorefront } from '#features/storefront/queries/live-storefront.server.ts'
import type { Context } from '#kernel/context.ts'
import { createLiveSettings } from '#kernel/live-settings.server.ts'
import { defaultsOf } from '#kernel/settings.ts'
import { createLiveZones } from '#kernel/shipping/rates/live-zones.server.ts'
import type { Env } from '#platform/env.ts'
import { createResponseCache, type ResponseCache } from '#platform/http/response-cache.server.ts'
import type { Signals } from '#platform/jobs/signals.server.ts'
import type { Databases } from '../services/databases.server.ts'

/**
 * Maximum bytes of the response cache, and the age in milliseconds after which a response is rendered again; see
 * docs/decisions/0001-kept-answers.md.
 */
const CACHE_BYTES = 20 * 1024 * 1024
const CACHE_MS = 5000

/** Caches public responses: a change invalidates them. While the database is away, expired responses are served. */
export function openResponseCache(signals: Signals, { pulse }: Databases): ResponseCache {
  const responseCache = createResponseCache(CACHE_BYTES, CACHE_MS, () => pulse.failure() !== undefined)
  signals.subscribe('changed', tags => responseCache.invalidate(tags as string[]))
  signals.onGap(() => responseCache.clear())
  return responseCache
}

type Followed = Pick<Context, 'db' | 'signals' | 'log' | 'now'>

/** What a process keeps of the database in memory. A change empties the cache of responses that show it. */
export function followShop({ MODE }: Env, { db, signals, log, now }: Followed, responseCache: ResponseCache) {
  const settings = createLiveSettings({ db, signals, log, defaults: defaultsOf(MODE) })
  settings.onChange(() => responseCache.clear())
  const storefront = createLiveStorefront({ db, signals, log, now, onChange: () => responseCache.clear() })
  const shippingZones = createLiveZones({ db, signals, log, onChange: () => responseCache.clear() })
  return { settings, storefront, shippingZones }
}
