import { execFile, spawnSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { MessageImprint, TimeStampReq } from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { afterAll, describe, expect, it } from 'vitest'
import { createHttpAuthority } from '#adapters/timestamps/http.server.ts'
import { createSandboxAuthority, stampOf } from '#adapters/timestamps/sandbox.server.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { readToday } from '#features/overview/today/today.server.ts'
import type { TimestampAuthority } from '#kernel/ports/timestamps.ts'
import { readEnv } from '#platform/env.ts'
import { bytesOf, SHA_256 } from '#platform/timestamps/timestamp-query.server.ts'
import { selectWinner } from '../commands/select-winner.server.ts'
import { stampFreezes } from '../timestamps/stamp-freezes.server.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'stamps-'))
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

let now = () => new Date()
const sandbox = createSandboxAuthority(() => now())
let answer: (query: Uint8Array) => Promise<Uint8Array> = sandbox.ask
const authority: TimestampAuthority = { ...sandbox, name: 'stamps.example', ask: query => answer(query) }
const giving = await openGivingShop({ timestamps: authority })
const { shop, addGiveaway, enter } = giving
now = shop.clock.now
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

async function frozen(title: string) {
  const giveaway = await addGiveaway({ title })
  const user = await shop.addUser({ credits: { Bronze: 1 } })
  expect((await enter(giveaway, user, { slots: [1] })).status).toBe(200)
  await selectWinner(shop.system, { giveawayId: giveaway.id, method: 'random', title, reason: 'A test' })
  return giveaway
}
const proofOf = async ({ id }: { id: string }) => (await shop.call(`/api/giveaways/${id}/draw`)).json
const fileOf = ({ id }: { id: string }) =>
  shop.web.fetch(new Request(`http://shop.test/api/giveaways/${id}/timestamp.tsr`))
const queryOf = (bytes: Uint8Array) => AsnConvert.parse(bytes, TimeStampReq)
const otherImprint = new MessageImprint({
  hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA_256 }),
  hashedMessage: new OctetString(bytesOf(Buffer.alloc(32, 7))),
})

describe('the time stamp of a frozen list', () => {
  it('is on the giveaway’s page and in timestamp.tsr, which OpenSSL verifies against the manifest [B-18.15] [B-18.16]', async () => {
    const giveaway = await frozen('Stamped Kit')
    expect((await proofOf(giveaway)).frozen.timestamp).toBeNull()
    expect((await fileOf(giveaway)).status).toBe(404)
    await shop.settleJobs()
    const { frozen: stamped } = await proofOf(giveaway)
    expect(stamped.timestamp).toEqual({ authority: 'stamps.example', at: shop.clock.now().toISOString() })
    const reply = await fileOf(giveaway)
    expect(reply.headers.get('content-type')).toBe('application/timestamp-reply')
    const token = file('timestamp.tsr', new Uint8Array(await reply.arrayBuffer()))
    if (!hasOpenssl) return
    const root = file('root.pem', sandbox.roots[0]!)
    const verify = (...words: string[]) =>
      spawnSync('openssl', ['ts', '-verify', ...words, '-in', token, '-CAfile', root], { encoding: 'utf8' }).status
    expect(verify('-digest', stamped.manifestHash)).toBe(0)
    expect(verify('-data', file('manifest.txt', stamped.manifest))).toBe(0)
    expect(verify('-data', file('other.txt', `${stamped.manifest} `))).not.toBe(0)
  })

  const lies: Record<string, [(query: Uint8Array) => Promise<Uint8Array> | Uint8Array, string]> = {
    'of another text': [
      query => stampOf(queryOf(query), now(), { messageImprint: otherImprint }),
      'The token is of another text.',
    ],
    'that answers another request': [
      query => stampOf(queryOf(query), now(), { nonce: bytesOf(Buffer.from('4a11', 'hex')) }),
      'The token answers another request.',
    ],
    'of last week': [
      query => stampOf(queryOf(query), new Date(+now() - 7 * 86_400_000)),
      'The moment of the token is not the present one.',
    ],
    'whose signature is broken': [
      async query => {
        const token = Buffer.from(await sandbox.ask(query))
        token[token.length - 1]! ^= 1
        return token
      },
      'The signature of the token does not hold.',
    ],
    'that is refused': [() => Buffer.from('30053003020102', 'hex'), 'The authority refused with status 2.'],
    'that is garbage': [() => Buffer.from('<html>'), 'The answer is no time stamp.'],
    'that never comes': [() => Promise.reject(new Error('The authority stalled.')), 'The authority stalled.'],
  }

  it('is refused when it lies, and staff are told; the draw does not wait, and the next request brings it [B-18.17]', async () => {
    const giveaway = await frozen('Lied Kit')
    const notes = async () => {
      const { work } = await readToday({ ...shop.system, actor: { ...shop.system.actor, role: 'owner' } as never })
      return work.find(({ kind }) => kind === 'draws')!.items.find(({ id }) => id === giveaway.id)!.note
    }
    for (const [name, [lie, sentence]] of Object.entries(lies)) {
      answer = async query => lie(query)
      await stampFreezes(shop.system)
      expect((await proofOf(giveaway)).frozen.timestamp, name).toBeNull()
      expect(await notes(), name).toBe(`Draw by the public round. No time stamp yet: ${sentence}`)
    }
    answer = sandbox.ask
    await Promise.all([stampFreezes(shop.system), stampFreezes(shop.system)])
    expect((await proofOf(giveaway)).frozen.timestamp).not.toBeNull()
    expect(await notes()).toBe('Draw by the public round')

    const unstamped = await frozen('Late Kit')
    answer = () => Promise.reject(new Error('The authority stalled.'))
    await stampFreezes(shop.system)
    expect(await giving.drawDue()).toBe(3)
    // A stamp from after the round proves nothing and is not asked for.
    answer = sandbox.ask
    await stampFreezes(shop.system)
    expect((await proofOf(unstamped)).frozen.timestamp).toBeNull()
    expect((await fileOf(unstamped)).status).toBe(404)
  })
})

/** OpenSSL as an authority: other code than ours, with RSA. */
const CONFIG = (serial: string) => `
[tsa]
default_tsa = t
[t]
serial = ${serial}
default_policy = 1.3.6.1.4.1.32473.2
digests = sha256
signer_digest = sha256
accuracy = secs:1
ess_cert_id_chain = no
[dn]
[ca]
basicConstraints = critical,CA:TRUE
[own]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = critical,timeStamping
[web]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = serverAuth
`

it.skipIf(!hasOpenssl)(
  'takes the stamp of OpenSSL over HTTP, and no stamp by a certificate without the use or without a known root',
  async () => {
    const run = async (...words: string[]) => (await promisify(execFile)('openssl', words, { cwd: folder })).stdout
    const conf = file('tsa.cnf', `[req]\ndistinguished_name = dn\n${CONFIG(file('serial', '01'))}`)
    const newKey = ['-newkey', 'rsa:2048', '-nodes', '-config', conf]
    const selfSigned = ['-x509', '-subj', '/CN=Root', '-extensions', 'ca', ...newKey]
    await run('req', ...selfSigned, '-keyout', 'ca.key', '-out', 'ca.pem')
    const newCurve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...newKey.slice(2)]
    for (const [use, kind] of [
      ['own', newKey],
      ['web', newCurve],
    ] as const) {
      await run('req', ...kind, '-keyout', `${use}.key`, '-out', `${use}.csr`, '-subj', `/CN=${use}`)
      const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', conf, '-extensions', use]
      await run('x509', '-req', '-in', `${use}.csr`, ...signer, '-out', `${use}.pem`)
    }
    const server = createServer(async (request, response) => {
      const query: Uint8Array[] = []
      for await (const piece of request) query.push(piece)
      file('q.tsq', Buffer.concat(query))
      const reply = ['ts', '-reply', '-config', conf, '-section', 't', '-queryfile', 'q.tsq', '-out', 'a.tsr']
      await run(...reply, '-signer', 'own.pem', '-inkey', 'own.key')
      response.end(readFileSync(join(folder, 'a.tsr')))
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { createTimestampQuery } = await import('#platform/timestamps/timestamp-query.server.ts')
    const { verifyTimestamp } = await import('#platform/timestamps/verify-timestamp.server.ts')
    const query = createTimestampQuery(Buffer.alloc(32, 1))
    const trusted = createHttpAuthority({ url, rootsFile: join(folder, 'ca.pem') })
    const token = await trusted.ask(query.der)
    const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
    const check = (roots: readonly string[]) => verifyTimestamp(token, { ...query, roots, from, to })
    expect(+check(trusted.roots)).toBeGreaterThan(+from)
    expect(() => check(sandbox.roots)).toThrow('The certificate of the authority leads to no trusted root.')
    expect(() => check(createHttpAuthority({ url }).roots)).toThrow('leads to no trusted root')
    server.close()
    const [key, certificate] = ['web.key', 'web.pem'].map(name => readFileSync(join(folder, name), 'utf8'))
    const web = { certificate: certificate!, key: createPrivateKey(key!) }
    const forged = stampOf(queryOf(query.der), new Date(), {}, web)
    const checkForged = () => verifyTimestamp(forged, { ...query, roots: trusted.roots, from, to })
    expect(checkForged).toThrow('The certificate is not for time stamps.')
  },
)

it('the sandbox of time stamps is refused in production [B-18.15]', () => {
  const production = { MODE: 'production', TIMESTAMP_URL: 'sandbox' }
  expect(() => readEnv(production)).toThrow('TIMESTAMP_URL=sandbox is for demo mode only')
  expect(() => createHttpAuthority({ url: 'https://stamps.example', rootsFile: file('none.pem', 'x') })).toThrow('PEM')
})
