import type { TxtAnswer } from '#kernel/ports/mail.ts'

/** What the records of one kind say. `proves`: receivers can prove e-mails by them; undefined is not known. */
export type Judged = { state: 'ok' | 'warning' | 'failed'; message: string; proves?: boolean | undefined }

export const ok = (message: string, proves?: boolean): Judged => ({ state: 'ok', message, proves })
export const warning = (message: string, proves?: boolean): Judged => ({ state: 'warning', message, proves })
export const failed = (message: string): Judged => ({ state: 'failed', message, proves: false })

export const notAsked = (name: string) =>
  warning(`The DNS of ${name} could not be asked. Please check again in a minute.`)

/** The owner of a domain, or an attacker on the way, decides what it answers. */
const MOST_RECORDS = 50
const LONGEST_RECORD = 4096

/** The records of an answer, so many and so long as the checks read. */
export const recordsIn = (answer: TxtAnswer): string[] =>
  answer.state === 'found'
    ? answer.records.slice(0, MOST_RECORDS).map(record => record.slice(0, LONGEST_RECORD).trim())
    : []

/** The tags of a DKIM or DMARC record, by name in lower case; the first of a name counts. */
export function tagsOf(record: string): Map<string, string> {
  const tags = new Map<string, string>()
  for (const part of record.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim().toLowerCase()
    if (at > 0 && !tags.has(name)) tags.set(name, part.slice(at + 1).trim())
  }
  return tags
}

/** A part of a record for a sentence: printable ASCII, at most 60 characters. */
export function quoted(part: string): string {
  const shown = part.replaceAll(/[^\x21-\x7e]/g, '?')
  return shown.length > 60 ? `${shown.slice(0, 59)}…` : shown
}
