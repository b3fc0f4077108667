import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfNeeded } from '#app/cli/build.ts'
import { asStored } from './compare-pictures.ts'
import { LAW_SCREENS } from './law-pictures.ts'
import { DRAW_SCREENS, MAIN_SCREENS, MORE_SCREENS, openBooth, PICTURES } from './pictures.ts'

/**
 * `npm run pictures [folder] [name …]`: takes pictures of the demo shop's screens at 390 and 1440 px in both themes. Without a folder,
 * renews those of the main screens, of free entry and of a draw in docs/pictures; a test compares the main screens. With one, writes all screens there as PNG, for a review.
 */
const [out = PICTURES, ...names] = process.argv.slice(2)
const isStored = out === PICTURES
buildIfNeeded()
await mkdir(out, { recursive: true })
const booth = await openBooth()
try {
  const screens = [...MAIN_SCREENS, ...(isStored ? [] : MORE_SCREENS), ...LAW_SCREENS, ...DRAW_SCREENS]
  for (const screen of screens.filter(({ name }) => names.length === 0 || names.includes(name)))
    for (const { name, png } of await booth.take(screen)) {
      if (isStored) await writeFile(join(out, `${name}.webp`), await asStored(png))
      else await writeFile(join(out, `${name}.png`), png)
    }
} finally {
  await booth.close()
}
