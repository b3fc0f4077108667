import { bytesOfHex, hexOf, sha256, sha256Hex, utf8 } from '../bytes.ts'

/** Random choices that follow from a seed, so that a failure can be repeated. */
export type Random = {
  /** A whole number from 0, below `n`. */
  below(n: number): number
  pick<T>(values: readonly T[]): T
  hex(bytes: number): string
}

export function randomOf(seed: string | number): Random {
  let state = sha256(utf8(`random ${seed}`))
  const next = () => {
    state = sha256(state)
    return new DataView(state.buffer, state.byteOffset).getUint32(0)
  }
  const below = (n: number) => Math.floor((next() / 2 ** 32) * n)
  return {
    below,
    pick: values => values[below(values.length)]!,
    hex: bytes => hexOf(bytesOfHex(sha256Hex(`${next()} ${next()}`)).slice(0, bytes)),
  }
}
