import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bytesOfHex, concat, hexOf, sha256, sha256Hex, uint64, utf8 } from '../bytes.ts'
import { type Chain, QUICKNET } from './chain.ts'

export { type Chain, QUICKNET, roundAt, timeOfRound } from './chain.ts'

const { shortSignatures } = bls12_381
const DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const SIGNATURE_LENGTH = 48
const KEY_LENGTH = 96

/** Signatures that held, because a draw looks at its round several times and a pairing takes 15 ms. */
const held = new Set<string>()
const MOST_HELD = 100

/** True for the signature of exactly this round of this chain, as 48 compressed bytes. Never throws. */
export function verifyRound({ publicKey }: Chain, round: number, signatureHex: string): boolean {
  if (!Number.isSafeInteger(round) || round < 1) return false
  const question = `${round} ${signatureHex} ${publicKey}`
  if (held.has(question)) return true
  if (!isSigned(publicKey, round, signatureHex)) return false
  if (held.size >= MOST_HELD) held.clear()
  held.add(question)
  return true
}

function isSigned(publicKey: string, round: number, signatureHex: string): boolean {
  try {
    const signature = bytesOfHex(signatureHex)
    const key = bytesOfHex(publicKey)
    if (!isCompressed(signature, SIGNATURE_LENGTH) || !isCompressed(key, KEY_LENGTH)) return false
    return shortSignatures.verify(signature, messageOf(round), key)
  } catch {
    return false
  }
}

/** The first bit says compressed, the second infinity, which every key would verify. */
const isCompressed = (bytes: Uint8Array, length: number) => bytes.length === length && bytes[0]! >> 6 === 0b10

const messageOf = (round: number) => shortSignatures.hash(sha256(uint64(round)), DST)

/** The signature of a round of a sandbox chain, whose secret key is at hand, in hex. */
export function signRound(secretKey: string, round: number): string {
  return hexOf(shortSignatures.sign(messageOf(round), bytesOfHex(secretKey)).toBytes(true))
}

export const publicKeyOf = (secretKey: string): string =>
  hexOf(shortSignatures.getPublicKey(bytesOfHex(secretKey)).toBytes(true))

/**
 * The name of a chain other than quicknet, which binds its key and times: otherwise the owner of a shop could name a chain before the
 * freeze and choose its key afterwards. drand's own formula, with an empty group and the name of a sandbox.
 */
export function sandboxChainHash({ publicKey, period, genesis }: Omit<Chain, 'chain'>): string {
  const times = new Uint8Array(12)
  const view = new DataView(times.buffer)
  view.setUint32(0, period)
  view.setBigInt64(4, BigInt(genesis))
  return sha256Hex(concat(times, bytesOfHex(publicKey), new Uint8Array(32), utf8('sandbox')))
}

export function sandboxChain(secretKey: string, period: number, genesis: number): Chain {
  const chain = { publicKey: publicKeyOf(secretKey), period, genesis }
  return { chain: sandboxChainHash(chain), ...chain }
}

/** True if the name of the chain fixes its key and times: quicknet itself, or a sandbox chain by its hash. Never throws. */
export function isBound({ chain, publicKey, period, genesis }: Chain): boolean {
  if (chain === QUICKNET.chain)
    return publicKey === QUICKNET.publicKey && period === QUICKNET.period && genesis === QUICKNET.genesis
  if (!/^[0-9a-f]{192}$/.test(publicKey) || !(period >= 1 && period < 2 ** 32)) return false
  return Number.isSafeInteger(genesis) && sandboxChainHash({ publicKey, period, genesis }) === chain
}
