import { createHash } from 'node:crypto'

const OPENING = /<script\b([^<>]*)>/g
const CLOSING = '</script>'

/** The script elements of a rendered page, in order. Linear: searches the end of each element once. */
export function scriptsIn(html: string) {
  const found: { start: number; end: number; attributes: string; code: string }[] = []
  for (const opening of html.matchAll(OPENING)) {
    const start = opening.index
    if (start < (found.at(-1)?.end ?? 0)) continue
    const codeAt = start + opening[0].length
    const closingAt = html.indexOf(CLOSING, codeAt)
    if (closingAt < 0) break
    found.push({ start, end: closingAt + CLOSING.length, attributes: opening[1]!, code: html.slice(codeAt, closingAt) })
  }
  return found
}

/**
 * Allows the inline scripts of a cached page by hash. The shop's scripts carry the nonce of this rendering, which no attacker knew.
 * Cached HTML is equal for all visitors, so a published nonce would not be secret: this function removes it.
 * An injected script has no nonce and gets no hash. JSON-LD gets no hash either, because it does not run.
 * @param nonce random, of this rendering only; letters, digits, `-` and `_`.
 * @returns the HTML without the nonce, and the sources for `script-src`.
 */
export function sealScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`
  const sources = new Set<string>()
  for (const { attributes, code } of scriptsIn(html)) {
    if (!attributes.includes(mark) || attributes.includes(' src=')) continue
    sources.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  }
  return { html: html.replaceAll(mark, ''), sources: [...sources] }
}
