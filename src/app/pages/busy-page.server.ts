import { STANDALONE_BUTTON, standalonePage } from './standalone/standalone-page.ts'
import { STANDALONE_POLICY } from './standalone/standalone-policy.server.ts'

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

/**
 * The page for a visitor who must wait: plain HTML without rendering or a call.
 * @param stylesheet URL of the shop's style sheet.
 */
export function busyPage(status: keyof typeof WORDS, retryAfter: number, stylesheet: string): Response {
  const { title, why } = WORDS[status]
  const text = `${why(retryAfter)} Your cart is kept on this device, and nothing was charged or lost.`
  const page = { title, text, link: { href: '', label: 'Try again' } }
  return standaloneAnswer(status, stylesheet, page, { 'retry-after': String(retryAfter) })
}

/** The page for a form posted to a page: pages accept no forms, because forms call the API. */
export function wrongMethodPage(allow: string, stylesheet: string): Response {
  const text = 'This page can be opened, and takes nothing that is sent to it. Nothing was changed.'
  const page = { title: 'Unexpected Application Error!', text, link: { href: '/', label: 'Go to the home page' } }
  return standaloneAnswer(405, stylesheet, page, { allow })
}

type StandalonePage = { title: string; text: string; link: { href: string; label: string } }

function standaloneAnswer(
  status: number,
  stylesheet: string,
  { title, text, link }: StandalonePage,
  headers: Record<string, string>,
): Response {
  const main = `<h1 class="text-4xl sm:text-5xl">${title}</h1>
        <p role="status" class="mt-4 max-w-prose text-lg text-muted">${text}</p>
        <a href="${link.href}" class="${STANDALONE_BUTTON}">${link.label}</a>`
  return new Response(standalonePage(stylesheet, { title, main }), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': STANDALONE_POLICY,
      ...headers,
    },
  })
}
