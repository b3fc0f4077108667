import { afterAll, beforeAll, expect, it } from 'vitest'
import { differenceOf } from './compare-pictures.ts'
import { MAIN_SCREENS, openBooth } from './pictures.ts'

let booth: Awaited<ReturnType<typeof openBooth>>
beforeAll(async () => {
  booth = await openBooth()
})
afterAll(() => booth?.close())

it.each(MAIN_SCREENS)('$name looks as in docs/pictures at 390 and 1440 px in both themes', async screen => {
  const differences: string[] = []
  for (const picture of await booth.take(screen)) {
    const difference = await differenceOf(picture)
    if (difference) differences.push(difference)
  }
  expect(differences, 'After a wanted change: npm run pictures').toEqual([])
})
