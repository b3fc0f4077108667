import { MAIL_PROVIDERS, requireOneClick } from '#platform/http/one-click.server.ts'
import { access, type CheckedCall, defineRoute, perMinute, type z } from './api.server.ts'

type LinkParts<Query, Body, Answer> = {
  /** With its article: "the price alert". */
  noun: string
  /** Of the route that acts. */
  summary: string
  query: Query
  body: Body
  answers: Answer
}

/** The routes behind a link in an e-mail: scanners open links, so a GET only reads, and the button of the page sends the POST. */
export function linkRoutes<Path extends string, Q extends z.ZodObject, B extends z.ZodType, A extends z.ZodType>(
  path: Path,
  { noun, summary, query, body, answers }: LinkParts<Q, B, A>,
) {
  const guard = access('anyone', perMinute(60))
  return {
    read: defineRoute('get', path, guard, {
      summary: `Get ${noun} behind the link in an e-mail; changes nothing`,
      query,
      answers,
    }),
    act: defineRoute('post', path, guard, { summary, body, answers }),
  }
}

type OneClickParts<Query> = {
  /** Of the route that unsubscribes. */
  summary: string
  query: Query
  done?: string
}

/** The routes of a List-Unsubscribe address: mail programs send the POST (RFC 8058), a browser that opens the address gets a page. */
export function oneClickRoutes<Path extends string, Query extends z.ZodObject>(
  path: Path,
  { summary, query, done = 'Unsubscribed' }: OneClickParts<Query>,
) {
  const guard = access('anyone', MAIL_PROVIDERS)
  return {
    open: defineRoute('get', path, guard, {
      summary: 'Redirect the List-Unsubscribe address to the page with the button; changes nothing',
      query,
      responses: { 303: { description: 'To the page' } },
    }),
    unsubscribe: defineRoute('post', path, guard, { summary, query, responses: { 200: { description: done } } }),
  }
}

type TokenCall = CheckedCall<{ query: { token: string } }>

/** Answers `open` of `oneClickRoutes`. @param page the path of the page with the button. */
export const toPage = (c: TokenCall, page: string) =>
  c.redirect(`${page}?token=${encodeURIComponent(c.req.valid('query').token)}`, 303)

/** Answers `unsubscribe` of `oneClickRoutes`. @throws invalid_input without the field of RFC 8058 */
export async function unsubscribeByOneClick(c: TokenCall, unsubscribe: (token: string) => Promise<unknown>) {
  await requireOneClick(c.req)
  await unsubscribe(c.req.valid('query').token)
  return c.text('You are unsubscribed.', 200)
}
