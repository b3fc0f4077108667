import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** Tells a sealed value from a clear one in the same column. */
const PREFIX = 'sealed1'
const SALT = 'redoubt'

/** Purpose and owner of a value. A sealed value that is copied to another row or purpose does not open. */
export type SealLabel = { purpose: string; owner: string }

export type Seals = {
  seal: (text: string, label: SealLabel) => string
  /** @throws BrokenSeal when the value was changed or has another label; UnknownSecret when no secret of this process sealed the value. */
  open: (sealed: string, label: SealLabel) => string
  /** Whether the current secret sealed the value, and not a former one. */
  isCurrent: (value: string) => boolean
}

export const isSealed = (value: string): boolean => value.startsWith(`${PREFIX}.`)

const derive = (secret: string, info: string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, SALT, info, length))
/** Identifies the secret that sealed a value without revealing the secret. */
const idOf = (secret: string) => derive(secret, 'key id', 6).toString('base64url')
const aadOf = ({ purpose, owner }: SealLabel) => Buffer.from(JSON.stringify([purpose, owner]))

/**
 * AES-256-GCM with a separate key for each purpose, derived by HKDF-SHA256 (RFC 5869).
 * @param secrets the current secret first, then former secrets, which only open.
 */
export function createSeals(secrets: readonly string[]): Seals {
  const current = secrets[0]!
  const known = new Map([...secrets].reverse().map(secret => [idOf(secret), secret]))
  const currentPrefix = `${PREFIX}.${idOf(current)}.`
  const keyOf = (secret: string, purpose: string) => derive(secret, `seal ${purpose}`, KEY_BYTES)

  return {
    seal(text, label) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, keyOf(current, label.purpose), iv, { authTagLength: TAG_BYTES })
      const sealed = Buffer.concat([cipher.setAAD(aadOf(label)).update(text, 'utf8'), cipher.final()])
      return currentPrefix + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(value, label) {
      const [prefix, id = '', text = ''] = value.split('.')
      const secret = prefix === PREFIX ? known.get(id) : undefined
      if (!secret) throw new UnknownSecret(`No secret of this process opens a sealed ${label.purpose}.`)
      const bytes = Buffer.from(text, 'base64url')
      const iv = bytes.subarray(0, IV_BYTES)
      try {
        const decipher = createDecipheriv(CIPHER, keyOf(secret, label.purpose), iv, { authTagLength: TAG_BYTES })
          .setAAD(aadOf(label))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new BrokenSeal(`A sealed ${label.purpose} was changed, or is another's.`, { cause })
      }
    },
    isCurrent: value => value.startsWith(currentPrefix),
  }
}

/** A sealed value that does not open. */
export class BrokenSeal extends Error {}

/** AUTH_SECRET was changed, and AUTH_SECRET_PREVIOUS lacks the former secret. */
export class UnknownSecret extends BrokenSeal {}

/**
 * Seals rows again. A row that does not open is skipped, so that the other rows do not stay under a former secret.
 * @param reseal returns a row's new sealed text; throws for a row that does not open.
 * @param write stores that text if the row still holds the old text.
 * @throws AggregateError after all rows when some did not open; an error of `write` at once.
 */
export async function resealAll<Row extends { owner: string }>(
  rows: readonly Row[],
  reseal: (row: Row) => string,
  write: (row: Row, sealed: string) => Promise<unknown>,
): Promise<void> {
  const faults: Error[] = []
  for (const row of rows) {
    let sealed: string
    try {
      sealed = reseal(row)
    } catch (cause) {
      faults.push(new Error(`The sealed value of ${row.owner} does not open.`, { cause }))
      continue
    }
    await write(row, sealed)
  }
  if (faults.length === 0) return
  const owners = faults.map(({ message }) => message).join(' ')
  throw new AggregateError(faults, `${faults.length} of ${rows.length} sealed values stay as they are. ${owners}`)
}
