import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { OFFLINE_FILE } from '../../service-worker/offline-page.ts'
import { STANDALONE_POLICY } from './standalone-policy.server.ts'

const ALWAYS = { 'cache-control': 'no-cache' }

/**
 * The service worker and its offline page. Browsers revalidate both each time (an unchanged file costs a small 304), because an old worker
 * in a browser's cache could not be replaced. The service worker stores the page with its headers, so the policy also applies offline.
 * @param client the folder of the built public files.
 */
export function offlineRoutes(client: string) {
  const worker = readFileSync(join(client, 'sw.js'))
  const page = readFileSync(OFFLINE_FILE, 'utf8')
  return new Hono()
    .get('/sw.js', c =>
      c.body(worker, 200, {
        ...ALWAYS,
        'content-type': 'text/javascript; charset=utf-8',
        'content-security-policy':
          "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      }),
    )
    .get('/offline', c => c.html(page, 200, { ...ALWAYS, 'content-security-policy': STANDALONE_POLICY }))
}
