import { scriptsIn } from '../http/security/security-headers.server.ts'
import { PAGE_SCRIPT_POLICY } from '../http/security/trusted-types.ts'

/**
 * Delays a page's scripts until after the first paint. On a mobile connection scripts are two thirds of all bytes, and they compete with
 * style, fonts and the first picture: without them the largest picture is painted after 1.7 s instead of 2.9 s (Lighthouse's phone profile,
 * docs/decisions/0020-scripts-after-paint.md).
 *
 * Removes the modules and their preloads from the HTML. A small script requests them after the first paint, at the first press, or after
 * two seconds. It records a button that is pressed before the page works; `useEarlyPresses` (root.tsx) then presses that button. Once React
 * hydrates (entry.client.tsx) it would handle such a press too, so from then on a recorded press goes no further: it counts once.
 * @param html a page rendered by React Router, with nonces.
 * @param nonce of this rendering; every script of the shop carries the nonce.
 */
export function startScriptsLate(html: string, nonce: string): string {
  const preloads: string[] = []
  const rest = html.replace(LINK, (link, attributes: string) => {
    const href = PRELOAD.exec(attributes)?.[1]
    if (href === undefined) return link
    preloads.push(href)
    return ''
  })
  const main = scriptsIn(rest).find(({ attributes }) => attributes.includes(' type="module"'))
  if (!main) return html
  const waiting = `<script nonce="${nonce}" type="text/plain" id="${MAIN_ID}">${main.code}</script>`
  const begin = `<script nonce="${nonce}">${starter(preloads)}</script>`
  return rest.slice(0, main.start) + waiting + begin + rest.slice(main.end)
}

const LINK = /<link ([^<>]*)>/g
const PRELOAD = /^rel="modulepreload" href="([^"]+)"/
const MAIN_ID = 'page-script'
const LATEST_MS = 2000
/** To begin a request takes a phone 3 to 4 ms, and a page has up to 30 modules. A task above 50 ms delays presses. */
const PRELOADS_OF_A_TASK = 4

/**
 * A document in an iframe that is still being written delays the page's load event, which users and programs take to mean that scripts are
 * ready. It takes a phone 40 ms, so it has a task of its own.
 */
const starter = (preloads: string[]) => `(() => {
  const main = document.getElementById('${MAIN_ID}')
  const asIs = { createScript: text => text }
  const policy = self.trustedTypes?.createPolicy('${PAGE_SCRIPT_POLICY}', asIs) ?? asIs
  const pressed = new Set()
  let isHydrating = false
  const remember = event => {
    const button = event.target.closest('button')
    if (!button || button.popoverTargetElement) return
    pressed.add(button)
    if (!isHydrating) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('click', remember, true)
  window.holdPresses = () => {
    isHydrating = true
  }
  window.earlyPresses = () => {
    removeEventListener('click', remember, true)
    return pressed
  }
  let hold
  let begun = false
  setTimeout(() => {
    if (begun) return
    hold = document.documentElement.appendChild(document.createElement('iframe'))
    hold.hidden = true
    hold.contentDocument.open()
  })
  function begin() {
    if (begun) return
    begun = true
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', nonce: main.nonce, textContent: policy.createScript(main.textContent) }))
    preload(${JSON.stringify(preloads)})
    hold?.contentDocument.close()
    hold?.remove()
  }
  function preload(hrefs) {
    for (const href of hrefs.splice(0, ${PRELOADS_OF_A_TASK})) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    if (hrefs.length > 0) setTimeout(preload, 0, hrefs)
  }
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, begin, { once: true, capture: true })
  setTimeout(begin, document.hidden ? 0 : ${LATEST_MS})
  try {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  } catch {
    begin()
  }
})()`
