/**
 * The typing errors between a typed word and a word: letters missing, added or wrong, or two neighbors swapped.
 * @param isBegun compares with the nearest beginning of the word, because the typed word may not be finished.
 */
export function editDistance(typed: string, word: string, isBegun = false): number {
  let before: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, at) => at)
  for (let row = 1; row <= typed.length; row++) {
    const next = [row]
    for (let at = 1; at <= word.length; at++) {
      const isSame = typed[row - 1] === word[at - 1]
      const isSwapped = typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1]
      next[at] = Math.min(
        last[at]! + 1,
        next[at - 1]! + 1,
        last[at - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[at - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return isBegun ? Math.min(...last) : last.at(-1)!
}

/** Typing errors forgiven in a word of this length: too many would turn one word of the store into another. */
export const forgivenIn = ({ length }: string): number => (length < 3 ? 0 : length < 6 ? 1 : length < 9 ? 2 : 3)
