import type { Context } from '#kernel/context.ts'
import { type Sender, senderOf } from '#kernel/ports/mail.ts'
import { refusals } from '#platform/errors.ts'
import { SENDER_ERRORS, type SenderCheck, type SenderChecks } from '../contract.ts'
import { dkimNameOf, judgeDkim } from './dkim.server.ts'
import { dmarcNamesOf, judgeDmarc } from './dmarc.ts'
import { isPublicDomain } from './public-domain.ts'
import { judgeSpf } from './spf.ts'
import { type Judged, warning } from './txt-tags.ts'

const refuse = refusals(SENDER_ERRORS)

/** The sender of the next e-mail. @throws no_sender. */
export function requireSender({ settings, mail }: Pick<Context, 'settings' | 'mail'>): Sender {
  const sender = senderOf(settings, mail.from)
  if (!sender) throw refuse('no_sender')
  return sender
}

/** Asks DNS whether the sender may send, a sentence for each kind of record. @throws no_sender. */
export async function readSenderChecks(ctx: Pick<Context, 'settings' | 'mail'>): Promise<SenderChecks> {
  const sender = requireSender(ctx)
  const domain = sender.address.split('@').at(-1)!.toLowerCase()
  return { sender, checks: await checksOf(ctx, domain) }
}

async function checksOf(
  { settings, mail }: Pick<Context, 'settings' | 'mail'>,
  domain: string,
): Promise<SenderCheck[]> {
  const alone = (message: string): SenderCheck[] => [{ id: 'domain', state: 'failed', message }]
  if (!isPublicDomain(domain))
    return alone(`${domain} is not a domain of the public internet. No receiver can check it.`)
  const { dkimSelector } = settings.sender
  const dkimName = dkimSelector === null ? null : dkimNameOf(dkimSelector, domain)
  const [own, key, ...policies] = await Promise.all([
    mail.readTxt(domain),
    dkimName && mail.readTxt(dkimName),
    ...dmarcNamesOf(domain).map(async name => ({ name, answer: await mail.readTxt(name) })),
  ])
  if (own.state === 'absent') return alone(`The domain ${domain} does not exist in DNS.`)
  const spf = judgeSpf(own, domain, mail.server)
  const dkim =
    dkimName && key
      ? judgeDkim(key, dkimName)
      : warning(
          `DKIM is not checked without a selector. Your mail provider names it; its key is at <selector>._domainkey.${domain}.`,
        )
  const dmarc = judgeDmarc(policies, domain, { spf, dkim })
  return [checkOf('spf', spf), checkOf('dkim', dkim), checkOf('dmarc', dmarc)]
}

const checkOf = (id: SenderCheck['id'], { state, message }: Judged): SenderCheck => ({ id, state, message })
