import type { Witness } from '#kernel/ports/witness.ts'

/**
 * The policy text (c2sp.org/tlog-policy). No URL and no owner is part of the text: a witness may move without changing the hash in the
 * create leaves.
 */
export function policyText(logVkey: string, witnesses: readonly Witness[], quorum: number): string {
  if (witnesses.length === 0) throw new Error('A shop without witnesses has no policy: set WITNESSES.')
  const names = witnesses.map((_witness, index) => `w${index + 1}`)
  return [
    `log ${logVkey}`,
    ...witnesses.map(({ vkey }, index) => `witness ${names[index]} ${vkey}`),
    `group quorum-of-witnesses ${quorum} ${names.join(' ')}`,
    'quorum quorum-of-witnesses',
    '',
  ].join('\n')
}
