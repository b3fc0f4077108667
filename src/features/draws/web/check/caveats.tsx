import { isSandbox, SANDBOX_SENTENCE } from '@redoubt/draw/round/chain.ts'
import { Notice } from '#ui/feedback/notice.tsx'

export type Caveat = { title: string; text: string }

/**
 * What a true draw still does not prove in this shop. Empty with the public beacon and a witness of another owner.
 * @param chain the name of the chain in the evidence.
 */
export function caveatsOf(chain: string, { areAllOurs }: { areAllOurs: boolean }): Caveat[] {
  return [
    ...(isSandbox({ chain }) ? [{ title: 'A rehearsal', text: SANDBOX_SENTENCE }] : []),
    ...(areAllOurs
      ? [{ title: 'All witnesses are ours', text: 'Witnesses that the shop runs prove nothing against the shop.' }]
      : []),
  ]
}

/** As notices, of the same weight as the verdict beside them. */
export const Caveats = ({ caveats }: { caveats: readonly Caveat[] }) =>
  caveats.map(({ title, text }) => (
    <Notice key={title} kind="warning" title={title}>
      {text}
    </Notice>
  ))
