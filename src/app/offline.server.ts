import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { THEME_SCRIPT } from '#ui/theme.ts'
import { OFFLINE_FILE } from './service-worker/offline-page.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The service worker keeps the page with its headers, so they hold without a network too. */
const OFFLINE_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${sha256(THEME_SCRIPT)}`,
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const ALWAYS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' }

/**
 * The service worker and the page it shows without a network. Both are asked for anew each time (an unchanged one costs a 304 of
 * nothing much): an old worker that browsers hold on to could not be called back.
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
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      }),
    )
    .get('/offline', c => c.html(page, 200, { ...ALWAYS, 'content-security-policy': OFFLINE_POLICY }))
}
