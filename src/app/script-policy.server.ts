import { createHash } from 'node:crypto'

const OPENING = /<script\b([^<>]*)>/g
const CLOSING = '</script>'

/** The script elements of a page that React wrote, in order. Linear: the end of each is searched once. */
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
 * Which inline scripts a kept page may run: those that we wrote, told by the nonce that only this rendering knew. Kept HTML is the
 * same for everybody, so the nonce itself would be a secret told to all: it is taken out, and the scripts are allowed by their hashes.
 * A script that came into the HTML in any other way has no nonce, and no hash; nor has JSON-LD, which is not run.
 * @param nonce random, of this rendering alone; letters, digits, `-` and `_`.
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
