import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { THEME_SCRIPT } from '#ui/theme/theme.ts'
import { OFFLINE_FILE } from '../../service-worker/offline-page.ts'
import { type Frame, STANDALONE_BUTTON, standalonePage } from './standalone-page.ts'

const WORDS = {
  429: {
    title: 'One moment, please',
    why: (seconds: number) =>
      `Many pages were opened from your network in a short time. Please wait ${inWords(seconds)}, then try again.`,
  },
  503: {
    title: 'Back in a moment',
    why: (seconds: number) => `The shop cannot answer right now. Please wait ${inWords(seconds)}, then try again.`,
  },
}

const inWords = (seconds: number) => (seconds === 1 ? 'a second' : `${seconds} seconds`)

/** The page for a visitor who must wait: plain HTML without rendering or a call. */
export function busyPage(status: keyof typeof WORDS, retryAfter: number, frame: Frame): Response {
  const { title, why } = WORDS[status]
  const text = `${why(retryAfter)} Your cart is kept on this device, and nothing was charged or lost.`
  const page = { title, text, link: { href: '', label: 'Try again' } }
  return standaloneAnswer(status, frame, page, { 'retry-after': String(retryAfter) })
}

/** The page for a form posted to a page: pages accept no forms, because forms call the API. */
export function wrongMethodPage(allow: string, frame: Frame): Response {
  const text = 'This page can be opened, and takes nothing that is sent to it. Nothing was changed.'
  const page = { title: 'Unexpected Application Error!', text, link: { href: '/', label: 'Go to the home page' } }
  return standaloneAnswer(405, frame, page, { allow })
}

type StandalonePage = { title: string; text: string; link: { href: string; label: string } }

function standaloneAnswer(
  status: number,
  frame: Frame,
  { title, text, link }: StandalonePage,
  headers: Record<string, string>,
): Response {
  const main = `<h1 class="text-4xl sm:text-5xl">${title}</h1>
        <p role="status" class="mt-4 max-w-prose text-lg text-muted">${text}</p>
        <a href="${link.href}" class="${STANDALONE_BUTTON}">${link.label}</a>`
  return new Response(standalonePage(frame, { title, main }), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyWith(frame.colours),
      ...headers,
    },
  })
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The content security policy of pages without React (`standalone-page.ts`). */
export const STANDALONE_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${sha256(THEME_SCRIPT)}`,
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const policyWith = (colours?: string) =>
  colours ? STANDALONE_POLICY.replace("style-src 'self'", `$& ${sha256(colours)}`) : STANDALONE_POLICY

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
