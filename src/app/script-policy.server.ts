import { createHash } from 'node:crypto'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

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
  for (const [, attributes, script] of html.matchAll(SCRIPT)) {
    if (!attributes!.includes(mark) || attributes!.includes(' src=')) continue
    sources.add(`'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
  }
  return { html: html.replaceAll(mark, ''), sources: [...sources] }
}
