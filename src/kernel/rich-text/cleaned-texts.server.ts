import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { RichText } from './clean-rich-text.ts'

/** Characters of texts and their cleaned forms. A text of 100,000 takes some 0.1 s to clean, which each reader would wait for. */
const MOST_CHARACTERS = 4_000_000

const cleaned = new LRUCache<string, RichText>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: ({ html }) => 2 * html.length + 1,
})

/**
 * Cleans a text like `cleanRichText`, once for all readers of this process; another text waits for the next turn, so that a list of long texts
 * lets other calls pass. The parser loads with the first text: most processes start without one.
 */
export async function cleanText(html: string): Promise<RichText> {
  const key = createHash('sha256').update(html).digest('base64')
  const known = cleaned.get(key)
  if (known) return known
  await nextTurn()
  const { cleanRichText } = await import('./clean-rich-text.ts')
  const made = cleanRichText(html)
  cleaned.set(key, made)
  return made
}
