import type { Settings } from '../settings.ts'

/** The `From` of e-mails. */
export type Sender = { name: string; address: string }

/**
 * TXT records of a name in DNS, each joined from its strings; none for a name without a record. `absent`: the name does not exist.
 * `silent`: no server answered in time.
 */
export type TxtAnswer = { state: 'found'; records: readonly string[] } | { state: 'absent' | 'silent' }
export type ReadTxt = (name: string) => Promise<TxtAnswer>

/** How e-mails leave the process. */
export type Mail = {
  /** `MAIL_FROM`: the sender of a shop whose settings have none. */
  from: Sender | undefined
  /** Host of the mail server. Undefined where e-mails stay in the outbox of a demo. */
  server: string | undefined
  readTxt: ReadTxt
}

/** The sender by the settings, else by the environment. Without a name it is the brand's. */
export function senderOf(
  { sender, brand }: Pick<Settings, 'sender' | 'brand'>,
  from: Sender | undefined,
): Sender | undefined {
  if (sender.address) return { address: sender.address, name: sender.name ?? brand.name }
  return from && { address: from.address, name: sender.name ?? (from.name || brand.name) }
}
