import { createHmac } from 'node:crypto'
import { TOKEN } from './providers.ts'

/** An inbound SMS as Twilio posts it: a form, and its signature over the shop's address. */
export function signedSms(
  { services }: { services: { origin: string } },
  fields: Record<string, string>,
  token = TOKEN,
) {
  const names = Object.keys(fields).sort()
  const text = `${services.origin}/api/webhooks/sms${names.map(name => name + fields[name]).join('')}`
  return {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64'),
    },
  }
}
