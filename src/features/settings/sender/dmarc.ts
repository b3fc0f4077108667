import type { TxtAnswer } from '#kernel/ports/mail.ts'
import { failed, type Judged, notAsked, ok, quoted, recordsIn, tagsOf, warning } from './txt-tags.ts'

/** At most so many domains above the sender's are asked. */
const MOST_ABOVE = 4

/** The names that receivers ask for a policy: of the domain, then of those above it. A top-level domain is not asked. */
export function dmarcNamesOf(domain: string): string[] {
  const labels = domain.split('.')
  const above = labels.slice(1, -1).map((_, at) => labels.slice(at + 1).join('.'))
  return [domain, ...above.slice(-MOST_ABOVE)].map(name => `_dmarc.${name}`)
}

type Asked = { name: string; answer: TxtAnswer }
type Proofs = { spf: Judged; dkim: Judged }

/** What the DMARC policy says that holds for a domain (RFC 7489). @param asked the answers of `dmarcNamesOf`, in its order. */
export function judgeDmarc(asked: readonly Asked[], domain: string, proofs: Proofs): Judged {
  for (const { name, answer } of asked) {
    if (answer.state === 'silent') return notAsked(name)
    const found = recordsIn(answer).filter(record => /^v\s*=\s*DMARC1\s*(;|$)/i.test(record))
    if (found.length > 1)
      return warning(`${name} has ${found.length} DMARC records, and receivers take none. Keep one.`)
    if (found[0])
      return judgePolicy(tagsOf(found[0]), name, { domain, isAbove: name !== `_dmarc.${domain}`, ...proofs })
  }
  return warning(
    `${domain} has no DMARC record. Large mailboxes ask for one: add “v=DMARC1; p=none” at _dmarc.${domain}.`,
  )
}

type About = Proofs & { domain: string; isAbove: boolean }

function judgePolicy(tags: Map<string, string>, name: string, { domain, isAbove, spf, dkim }: About): Judged {
  const policy = (isAbove && tags.get('sp')) || tags.get('p') || ''
  const asks = policy.toLowerCase()
  if (asks === 'none')
    return warning(`The DMARC record at ${name} only watches (p=none): receivers take false e-mails in your name too.`)
  if (asks !== 'reject' && asks !== 'quarantine')
    return warning(
      `The DMARC record at ${name} has no policy that receivers read: ${quoted(policy) || 'p= is missing'}`,
    )
  const act = asks === 'reject' ? 'refuse' : 'set aside as spam'
  const says = `The DMARC record at ${name} asks receivers to ${act} (p=${asks})`
  if (spf.proves || dkim.proves) return ok(`${says} what neither SPF nor DKIM proves.`)
  if (spf.proves === false && dkim.proves === false)
    return failed(`${says} what neither SPF nor DKIM proves, and ${domain} has neither in order.`)
  return warning(`${says} what neither SPF nor DKIM proves. For ${domain} no proof was found yet.`)
}
