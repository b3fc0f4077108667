import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bytesOfHex, concat, hexOf, sha256, sha256Hex, uint64, utf8 } from './bytes.ts'

/** A drand chain of the scheme `bls-unchained-g1-rfc9380`: key on G2, signatures on G1. Times are in seconds. */
export type Chain = { chain: string; publicKey: string; period: number; genesis: number }

/** The public chain of the League of Entropy, with a round every 3 seconds. */
export const QUICKNET: Chain = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  period: 3,
  genesis: 1692803367,
}

const { shortSignatures } = bls12_381
const DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const SIGNATURE_LENGTH = 48
const KEY_LENGTH = 96

/** The first round at the moment or after it. */
export function roundAt({ genesis, period }: Chain, seconds: number): number {
  return seconds <= genesis ? 1 : Math.ceil((seconds - genesis) / period) + 1
}

export const timeOfRound = ({ genesis, period }: Chain, round: number): number => genesis + period * (round - 1)

/** True for the signature of exactly this round of this chain, as 48 compressed bytes. Never throws. */
export function verifyRound({ publicKey }: Chain, round: number, signatureHex: string): boolean {
  if (!Number.isSafeInteger(round) || round < 1) return false
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

/** The signature of a round of a sandbox chain, whose secret key is at hand. */
export function signRound(secretKey: Uint8Array, round: number): string {
  return hexOf(shortSignatures.sign(messageOf(round), secretKey).toBytes(true))
}

export const publicKeyOf = (secretKey: Uint8Array): string =>
  hexOf(shortSignatures.getPublicKey(secretKey).toBytes(true))

/**
 * The name of a chain other than quicknet, which binds its key and times: otherwise the owner of a shop could name a chain before the
 * freeze and choose its key afterwards. drand's own formula, with an empty group and the name of a sandbox.
 */
export function sandboxChainHash({ publicKey, period, genesis }: Omit<Chain, 'chain'>): string {
  const times = new Uint8Array(12)
  const view = new DataView(times.buffer)
  view.setUint32(0, period)
  view.setBigInt64(4, BigInt(genesis))
  return sha256Hex(concat(times, bytesOfHex(publicKey), new Uint8Array(32), utf8('redoubt-sandbox')))
}

export function sandboxChain(secretKey: Uint8Array, period: number, genesis: number): Chain {
  const chain = { publicKey: publicKeyOf(secretKey), period, genesis }
  return { chain: sandboxChainHash(chain), ...chain }
}

/** True if the name of the chain fixes its key and times: quicknet itself, or a sandbox chain by its hash. */
export function isBound(chain: Chain): boolean {
  const { publicKey, period, genesis } = chain.chain === QUICKNET.chain ? QUICKNET : chain
  if (chain.chain !== QUICKNET.chain && sandboxChainHash(chain) !== chain.chain) return false
  return chain.publicKey === publicKey && chain.period === period && chain.genesis === genesis
}
