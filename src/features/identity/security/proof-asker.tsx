import { lazy } from '#ui/lazy.tsx'
import { useQuestion } from './proved.ts'

const ProofDialog = lazy(async () => (await import('./proof-dialog.tsx')).ProofDialog)

/** Mount once on a page whose calls run through `proved`. Asks for a proof of identity when the server requires a new one. */
export function ProofAsker() {
  const isAsked = useQuestion()
  return isAsked && <ProofDialog />
}
