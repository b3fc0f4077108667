import { Resolver } from 'node:dns/promises'
import type { ReadTxt } from '#kernel/ports/mail.ts'

/** Time limit of one lookup: staff wait for it. */
const PATIENCE_MS = 4000

/** Reads TXT records by the name servers of this machine. @param servers in place of them. */
export function createTxtReader(servers?: readonly string[], patienceMs = PATIENCE_MS): ReadTxt {
  return async name => {
    const resolver = new Resolver({ timeout: patienceMs / 2, tries: 2 })
    if (servers) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), patienceMs)
    try {
      const records = await resolver.resolveTxt(name)
      return { state: 'found', records: records.map(strings => strings.join('')) }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENODATA') return { state: 'found', records: [] }
      // Any other failure, such as ESERVFAIL or ECANCELLED, tells nothing about the records.
      return { state: code === 'ENOTFOUND' ? 'absent' : 'silent' }
    } finally {
      clearTimeout(timer)
    }
  }
}
