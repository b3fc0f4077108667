import type { Page, Route } from 'playwright-core'

/** Delays the answers of a URL. @returns a function that lets them go on. */
export async function delayAnswers(
  page: Page,
  url: string,
  answer: (route: Route) => Promise<void>,
): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await gate.promise
    await answer(route)
  })
  return gate.resolve
}
