import { createPublicKey, type KeyObject } from 'node:crypto'
import type { TxtAnswer } from '#kernel/ports/mail.ts'
import { failed, type Judged, notAsked, ok, quoted, recordsIn, tagsOf, warning } from './txt-tags.ts'

/** A shorter RSA key counts as none for receivers (RFC 8301). */
const LEAST_BITS = 1024

export const dkimNameOf = (selector: string, domain: string) => `${selector}._domainkey.${domain}`

/** What the DKIM key of a selector says (RFC 6376, 8463). @param name of its record. */
export function judgeDkim(answer: TxtAnswer, name: string): Judged {
  if (answer.state === 'silent') return notAsked(name)
  const found = recordsIn(answer)
    .filter(record => /(^|;)\s*(v\s*=\s*DKIM1|p\s*=)/i.test(record))
    .map(tagsOf)
  if (found.length === 0) return failed(`There is no DKIM key at ${name}. Copy it from your mail provider.`)
  if (found.length > 1) return failed(`There are ${found.length} DKIM keys at ${name}. Keep one for each selector.`)
  const [tags] = found
  const key = tags!.get('p')?.replaceAll(/\s/g, '')
  if (key === '') return failed(`The DKIM key at ${name} is revoked: its p= is empty.`)
  const kind = (tags!.get('k') ?? 'rsa').toLowerCase()
  const version = tags!.get('v') ?? 'DKIM1'
  if (version !== 'DKIM1' || !['rsa', 'ed25519'].includes(kind))
    return failed(
      `The DKIM key at ${name} is of a kind that receivers do not read: ${quoted(version)}, ${quoted(kind)}`,
    )
  return judgeKey(key && keyOf(key, kind), name, tags!)
}

function judgeKey(key: KeyObject | '' | undefined, name: string, tags: Map<string, string>): Judged {
  if (!key) return failed(`The DKIM key at ${name} cannot be read. Copy it whole from your mail provider.`)
  const services = tags.get('s')?.toLowerCase().split(':') ?? ['*']
  if (!services.some(service => ['*', 'email'].includes(service.trim())))
    return failed(`The DKIM key at ${name} is not for e-mails: ${quoted(tags.get('s')!)}`)
  const bits = key.asymmetricKeyDetails?.modulusLength
  if (bits !== undefined && bits < LEAST_BITS)
    return failed(`The DKIM key at ${name} has ${bits} bits. Receivers take ${LEAST_BITS} or more.`)
  const flags = tags.get('t')?.toLowerCase().split(':') ?? []
  if (flags.some(flag => flag.trim() === 'y'))
    return warning(`The DKIM key at ${name} is being tested (t=y), and receivers may ignore it.`)
  return ok(
    `The DKIM key at ${name} is in place (${bits ? `RSA, ${bits} bits` : 'Ed25519'}). Whether your mail server signs with it, only a test e-mail shows.`,
    true,
  )
}

const ED25519_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

/** @returns undefined for a text that is no public key. */
function keyOf(text: string, kind: string): KeyObject | undefined {
  if (!/^[A-Za-z0-9+/]+=*$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  const der = kind === 'ed25519' && bytes.length === 32 ? Buffer.concat([ED25519_HEAD, bytes]) : bytes
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return key.asymmetricKeyType === kind ? key : undefined
  } catch {
    return undefined
  }
}
