import { lazy } from '#ui/lazy.tsx'
import { useQuestion } from './proved.ts'

const ProofDialog = lazy(async () => (await import('./proof-dialog.tsx')).ProofDialog)

/** Stands once on a page whose calls are run by `proved`: asks who one is when the server wants to know it anew. */
export function ProofAsker() {
  const isAsked = useQuestion()
  return isAsked && <ProofDialog />
}
