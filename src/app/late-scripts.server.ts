import { scriptsIn } from './script-policy.server.ts'
import { PAGE_SCRIPT_POLICY } from './trusted-types.ts'

/**
 * Lets a page be painted before its scripts are fetched. On a phone's line they are two thirds of all bytes, and whatever travels beside
 * style, fonts and the first picture keeps those waiting: without them the largest picture stood after 1.7 s instead of 2.9 s
 * (Lighthouse's phone profile, docs/decisions/0020-scripts-after-paint.md).
 *
 * The modules and their preloads are taken out of the HTML and asked for by a small script, once something is painted, somebody
 * presses something, or two seconds have gone by. A button that is pressed before the page works is remembered, and pressed for
 * the person once it does (`takeUpEarlyPresses` in early-presses.ts).
 * @param html a page as React Router wrote it, with nonces.
 * @param nonce of this rendering; every script of ours carries it.
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

/** An inner document that is being written holds the page's load event, which means to people and programs that the scripts are there. */
const starter = (preloads: string[]) => `(() => {
  const main = document.getElementById('${MAIN_ID}')
  const asIs = { createScript: text => text }
  const policy = self.trustedTypes?.createPolicy('${PAGE_SCRIPT_POLICY}', asIs) ?? asIs
  const pressed = new Set()
  const remember = event => {
    const button = event.target.closest('button')
    if (button && !button.popoverTargetElement) pressed.add(button)
  }
  addEventListener('click', remember, true)
  window.earlyPresses = () => {
    removeEventListener('click', remember, true)
    return pressed
  }
  const hold = document.documentElement.appendChild(document.createElement('iframe'))
  hold.hidden = true
  hold.contentDocument.open()
  let begun = false
  function begin() {
    if (begun) return
    begun = true
    for (const href of ${JSON.stringify(preloads)}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', nonce: main.nonce, textContent: policy.createScript(main.textContent) }))
    hold.contentDocument.close()
    hold.remove()
  }
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, begin, { once: true, capture: true })
  setTimeout(begin, document.hidden ? 0 : ${LATEST_MS})
  try {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  } catch {
    begin()
  }
})()`
