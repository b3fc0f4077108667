import type { ErrorTable } from '#platform/errors.ts'
import { MAIL_PROVIDERS, requireOneClick } from '#platform/http/one-click.server.ts'
import { access, perMinute, type z } from './api.server.ts'
import { type Call, defineRoute, type Handler } from './define-route.server.ts'

type LinkParts<Query, Body, Answer> = {
  /** With its article: "the price alert". */
  noun: string
  /** Of the route that acts. */
  summary: string
  query: Query
  body: Body
  answers: Answer
  /** What both routes refuse: a link that is over. */
  refuses: ErrorTable
  /** What the route that acts refuses beside it. */
  actRefuses?: readonly ErrorTable[]
  read: Handler<undefined, Query, undefined, undefined, Answer>
  act: Handler<undefined, undefined, undefined, Body, Answer>
}

/** The routes behind a link in an e-mail: scanners open links, so a GET only reads, and the button of the page sends the POST. */
export function linkRoutes<Path extends string, Q extends z.ZodObject, B extends z.ZodType, A extends z.ZodType>(
  path: Path,
  { noun, summary, query, body, answers, refuses, actRefuses = [], read, act }: LinkParts<Q, B, A>,
) {
  const guard = access('anyone', perMinute(60))
  return [
    defineRoute('get', path, guard, {
      summary: `Get ${noun} behind the link in an e-mail; changes nothing`,
      query,
      answers,
      refuses: [refuses],
      handler: read,
    }),
    defineRoute('post', path, guard, { summary, body, answers, refuses: [refuses, ...actRefuses], handler: act }),
  ] as const
}

type TokenCall = Call<{ query: { token: string } }>

type OneClickParts = {
  /** Of the route that unsubscribes. */
  summary: string
  query: z.ZodObject<{ token: z.ZodString }, z.core.$strict>
  done?: string
  /** What the unsubscription refuses: a link that is over. */
  refuses: ErrorTable
  /** The path of the page with the button. */
  page: string
  unsubscribe: (call: TokenCall) => Promise<unknown>
}

/** The routes of a List-Unsubscribe address: mail programs send the POST (RFC 8058), a browser that opens the address gets a page. */
export function oneClickRoutes<Path extends string>(
  path: Path,
  { summary, query, done = 'Unsubscribed', refuses, page, unsubscribe }: OneClickParts,
) {
  const guard = access('anyone', MAIL_PROVIDERS)
  return [
    defineRoute('get', path, guard, {
      summary: 'Redirect the List-Unsubscribe address to the page with the button; changes nothing',
      query,
      responses: { 303: { description: 'To the page' } },
      handler: ({ query, c }) => c.redirect(`${page}?token=${encodeURIComponent(query.token)}`, 303),
    }),
    defineRoute('post', path, guard, {
      summary,
      query,
      responses: { 200: { description: done } },
      refuses: [refuses],
      /** @throws invalid_input without the field of RFC 8058 */
      handler: async call => {
        await requireOneClick(call.c.req)
        await unsubscribe(call)
        return call.c.text('You are unsubscribed.', 200)
      },
    }),
  ] as const
}
