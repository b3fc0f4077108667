import type { Page, Route } from 'playwright-core'

/** Holds requests back. @returns a function that releases them. */
export async function hold(page: Page, url: string, answer: (route: Route) => Promise<void>): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await gate.promise
    await answer(route)
  })
  return gate.resolve
}
