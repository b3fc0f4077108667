import type { TxtAnswer } from '#kernel/ports/mail.ts'
import { failed, type Judged, notAsked, ok, quoted, recordsIn, warning } from './txt-tags.ts'

const MECHANISM =
  /^[+\-~?]?(all|include:[^\s/]+|(a|mx)(:[^\s/]+)?(\/\d{1,2})?(\/\/\d{1,3})?|ptr(:\S+)?|ip4:[\d.]+(\/\d{1,2})?|ip6:[\da-f:.]+(\/\d{1,3})?|exists:\S+)$/i
const MODIFIER = /^[a-z][\w.-]*=\S*$/i
/** Parts for which a receiver asks DNS. RFC 7208 allows it ten. */
const ASKS = /^[+\-~?]?(include:|a([:/]|$)|mx([:/]|$)|ptr|exists:)|^redirect=/i
const MOST_ASKED = 10

/** What the SPF record of a domain says (RFC 7208). @param server host of the mail server, which need not be the one that sends. */
export function judgeSpf(answer: TxtAnswer, domain: string, server: string | undefined): Judged {
  if (answer.state === 'silent') return notAsked(domain)
  const found = recordsIn(answer).filter(record => /^v=spf1(\s|$)/i.test(record))
  if (found.length === 0)
    return warning(
      `${domain} has no SPF record. Ask your mail provider for it: a TXT record that begins with v=spf1.`,
      false,
    )
  if (found.length > 1) return failed(`${domain} has ${found.length} SPF records, and receivers take none. Keep one.`)
  const terms = found[0]!.split(/\s+/).slice(1)
  const unread = terms.find(term => !MECHANISM.test(term) && !MODIFIER.test(term))
  if (unread) return failed(`The SPF record of ${domain} has a part that receivers refuse: ${quoted(unread)}`)
  const asked = terms.filter(term => ASKS.test(term)).length
  if (asked > MOST_ASKED)
    return failed(`The SPF record of ${domain} makes receivers ask ${asked} times. They stop at ${MOST_ASKED}.`)
  return judgeTerms(terms, domain, server)
}

function judgeTerms(terms: readonly string[], domain: string, server: string | undefined): Judged {
  const all = terms.find(term => /^[+\-~?]?all$/i.test(term))
  const redirect = terms.find(term => /^redirect=/i.test(term))
  const named = terms.filter(term => MECHANISM.test(term) && !/^[+\-~?]?all$/i.test(term) && !/^[-~?]/.test(term))
  if (all && /^\+?all$/i.test(all))
    return warning(`The SPF record of ${domain} lets every server send in its name (+all). End it with ~all.`, true)
  if (named.length === 0 && !redirect)
    return failed(`The SPF record of ${domain} names no server that may send: add what your mail provider asks for.`)
  if (!redirect && (!all || all.startsWith('?')))
    return warning(`The SPF record of ${domain} refuses no other server. End it with ~all or -all.`, true)
  const own = server && [...named, redirect ?? ''].find(term => isOf(term, server))
  return ok(
    own
      ? `The SPF record of ${domain} names ${quoted(own)}, the domain of your mail server.`
      : `The SPF record of ${domain} names ${listed(redirect ? [...named, redirect] : named)}. Whether your mail server sends through it, only a test e-mail shows.`,
    true,
  )
}

const listed = (terms: readonly string[]) =>
  terms.length > 3
    ? `${terms.slice(0, 3).map(quoted).join(', ')} and ${terms.length - 3} more`
    : terms.map(quoted).join(', ')

/** True for a part that names the server or a domain above it: `include:_spf.mail.example` of `smtp.mail.example`. */
function isOf(term: string, server: string): boolean {
  const [, name = ''] = /[:=]([^/]+)/.exec(term) ?? []
  const domain = name.toLowerCase().replace(/^(_?spf\d*\.)+/, '')
  return domain.split('.').length > 1 && (server === domain || server.endsWith(`.${domain}`))
}
