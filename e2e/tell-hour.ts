import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

const DOCS = join(import.meta.dirname, '../docs')
const WIDTH = 960
/** Maximum size of a walk-through picture; readers only glance at them. */
const MOST_BYTES = 80 * 1024

type Chapter = { name: string; title: string; words: string }

/**
 * Writes a journey as text and pictures to `docs/newcomers-hour.md`. Without `NEWCOMERS_HOUR=on`, the journey runs but nothing is written.
 */
export function hourTeller(isTold = process.env.NEWCOMERS_HOUR === 'on') {
  const chapters: Chapter[] = []
  return {
    /** Takes the current screen as the picture of this chapter. */
    async tell(page: Page, chapter: Chapter): Promise<void> {
      chapters.push(chapter)
      if (!isTold) return
      await page.evaluate(() => document.fonts.ready)
      await mkdir(join(DOCS, 'newcomers-hour'), { recursive: true })
      await writeFile(join(DOCS, 'newcomers-hour', `${chapter.name}.webp`), await small(await page.screenshot()))
    },
    async finish(): Promise<void> {
      if (isTold) await writeFile(join(DOCS, 'newcomers-hour.md'), bookOf(chapters))
    },
  }
}

async function small(picture: Buffer): Promise<Buffer> {
  for (const quality of [80, 65, 50, 35]) {
    const smaller = await sharp(picture).resize(WIDTH).webp({ quality }).toBuffer()
    if (smaller.length <= MOST_BYTES) return smaller
  }
  throw new Error('The picture is too large.')
}

const bookOf = (chapters: readonly Chapter[]) =>
  `# A newcomer's hour

From an empty database to the first paid order and the first drawn giveaway, guided by the shop's own checklist. The journey
\`e2e/newcomers-hour.test.ts\` writes this page when it runs with \`NEWCOMERS_HOUR=on\`.

${chapters.map(({ name, title, words }, at) => `## ${at + 1}. ${title}\n\n${words}\n\n![${title}](newcomers-hour/${name}.webp)`).join('\n\n')}
`
