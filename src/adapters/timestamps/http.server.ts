import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import type { TimestampAuthority } from '#kernel/ports/timestamps.ts'
import { fetchBytes } from '#platform/http/bounded-fetch.server.ts'

/** A token with its certificates has about 6 KB. */
const BOUNDS = { timeoutMs: 10_000, maxBytes: 64 * 1024 }

type Options = {
  url: string
  /** A PEM file with the roots of the authority. Default: the roots that Node trusts. */
  rootsFile?: string | undefined
  timeoutMs?: number
}

/** A time-stamp authority over HTTP (RFC 3161, 3.4). Many answer over plain HTTP, because the token is signed. */
export function createHttpAuthority({ url, rootsFile, timeoutMs = BOUNDS.timeoutMs }: Options): TimestampAuthority {
  return {
    name: new URL(url).host,
    roots: rootsFile ? rootsIn(rootsFile) : rootCertificates,
    async ask(query) {
      const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' }
      const call = { method: 'POST', headers, body: new Uint8Array(query) }
      const { status, bytes } = await fetchBytes(url, { ...BOUNDS, timeoutMs }, call)
      if (status !== 200) throw new Error(`The authority answered ${status}.`)
      return bytes
    },
  }
}

const [BEGIN, END] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----']

function rootsIn(file: string): string[] {
  const [, ...certificates] = readFileSync(file, 'utf8').split(BEGIN)
  if (certificates.length === 0) throw new Error(`${file} has no certificate in PEM.`)
  return certificates.map(text => `${BEGIN}${text.split(END)[0]}${END}`)
}
