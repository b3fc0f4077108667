import { html } from 'hono/html'
import { isSignedByTwilio } from '#adapters/messages/twilio.server.ts'
import { access, perMinute } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { oneClickRoutes } from '#kernel/api/link-routes.server.ts'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import type { Env } from '#platform/env.ts'
import { COMMON_ERRORS, pick, refusals, refuse as refuseAny } from '#platform/errors.ts'
import { formOf } from '#platform/http/one-click.server.ts'
import { CHOICE_NAMES, chooseEmails, readEmailChoices } from './commands/choose-emails.server.ts'
import { receiveSms } from './commands/receive-sms.server.ts'
import { EmailChoices, EmailChoicesBody, OUTREACH_ERRORS, TokenQuery } from './contract.ts'
import { readUnsubscribeToken } from './unsubscribe/unsubscribe-link.server.ts'

const refuse = refusals(OUTREACH_ERRORS)

const twiml = (reply: string | null) =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${reply === null ? '' : html`<Message>${reply}</Message>`}</Response>`

/** API routes for unsubscribing and for inbound SMS. */
export const outreachApi = ({ env }: { env: Env }) =>
  newApi(
    defineRoute('get', '/email-choices', access('anyone', perMinute(60)), {
      summary: "Get a user's e-mail preferences by the link in an e-mail",
      query: TokenQuery,
      answers: EmailChoices,
      refuses: [OUTREACH_ERRORS],
      handler: ({ ctx, query }) => readEmailChoices(ctx, query.token),
    }),

    defineRoute('put', '/email-choices', access('anyone', perMinute(60)), {
      summary: "Update a user's e-mail preferences by the link in an e-mail; omitted fields stay unchanged",
      body: EmailChoicesBody,
      answers: EmailChoices,
      refuses: [OUTREACH_ERRORS],
      handler: async ({ ctx, body }) => {
        await chooseEmails(ctx, { ...body, source: 'unsubscribe-page' })
        return readEmailChoices(ctx, body.token)
      },
    }),

    ...oneClickRoutes('/unsubscribe', {
      summary: "Unsubscribe with a mail program's one-click request (RFC 8058): a form of List-Unsubscribe=One-Click",
      query: TokenQuery,
      done: 'Unsubscribed from this kind of e-mail',
      refuses: pick(OUTREACH_ERRORS, 'link_invalid'),
      page: '/unsubscribe',
      unsubscribe: ({ ctx, query: { token } }) => {
        const link = readUnsubscribeToken(ctx, token)
        if (!link) throw refuse('link_invalid')
        const choices = { [CHOICE_NAMES[link.kind]]: false }
        return chooseEmails(ctx, { token, choices, source: 'one-click' })
      },
    }),

    // Twilio sends all inbound SMS from a few addresses.
    defineRoute('post', '/webhooks/sms', access('anyone', perMinute(6000)), {
      summary: 'Receive an incoming SMS from Twilio; the response is TwiML',
      responses: { 200: { description: 'TwiML' } },
      refuses: [OUTREACH_ERRORS, pick(COMMON_ERRORS, 'invalid_input')],
      handler: async ({ ctx, c }) => {
        const headers = c.req.header()
        if (!mayBeFromProvider(ctx, env, headers)) throw refuse('sms_webhook_refused')
        const fields = await formOf(c.req)
        const isSigned = await runCostly(ctx, 'signatures', async () => isFromProvider(ctx, env, fields, headers))
        if (!isSigned) throw refuse('sms_webhook_refused')
        const { MessageSid: messageSid = '', From: from = '', Body: body = '' } = fields
        if (!/^\w{1,64}$/.test(messageSid) || !/^\+?\d{3,15}$/.test(from)) throw refuseAny('invalid_input')
        const reply = await receiveSms(ctx, { messageSid, from, body })
        return c.body(twiml(reply), 200, { 'content-type': 'text/xml; charset=utf-8' })
      },
    }),
  )

export type OutreachApi = ReturnType<typeof outreachApi>

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** Headers of a proxy or a browser page. A program on this machine sends none of them. */
const FROM_ELSEWHERE = ['x-forwarded-for', 'forwarded', 'origin', 'sec-fetch-site']

/** A SHA-1 in base64. */
const TWILIO_SIGNATURE = /^[\w+/]{27}=$/

/**
 * What the headers alone say, before the body is read. A demo without Twilio accepts unsigned requests from this machine
 * (docs/decisions/0013-outreach.md).
 */
function mayBeFromProvider(ctx: Context, env: Env, headers: Record<string, string>): boolean {
  if (env.TWILIO_AUTH_TOKEN) return TWILIO_SIGNATURE.test(headers['x-twilio-signature'] ?? '')
  return env.MODE === 'demo' && LOOPBACK.includes(ctx.ip) && !FROM_ELSEWHERE.some(name => name in headers)
}

function isFromProvider(ctx: Context, env: Env, fields: Record<string, string>, headers: Record<string, string>) {
  const { 'x-twilio-signature': signature = '' } = headers
  if (!env.TWILIO_AUTH_TOKEN) return true
  return isSignedByTwilio(env.TWILIO_AUTH_TOKEN, { url: `${ctx.origin}/api/webhooks/sms`, fields, signature })
}
