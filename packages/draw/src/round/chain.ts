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

/** True for each chain other than quicknet: the shop may hold its key. */
export const isSandbox = ({ chain }: Pick<Chain, 'chain'>): boolean => chain !== QUICKNET.chain

export const SANDBOX_SENTENCE =
  'The beacon is a sandbox, whose key the shop may hold. Such a draw is a rehearsal and proves nothing.'

/** The first round at the moment or after it. */
export function roundAt({ genesis, period }: Chain, seconds: number): number {
  return seconds <= genesis ? 1 : Math.ceil((seconds - genesis) / period) + 1
}

export const timeOfRound = ({ genesis, period }: Chain, round: number): number => genesis + period * (round - 1)
