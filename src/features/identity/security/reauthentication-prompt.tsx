import { lazy } from '#ui/lazy.tsx'
import { useQuestion } from './reauthentication.ts'

const ReauthenticationDialog = lazy(async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog)

/** Mount once on a page whose calls run through `proved`. Asks for a proof of identity when the server requires a new one. */
export function ReauthenticationPrompt() {
  const isAsked = useQuestion()
  return isAsked && <ReauthenticationDialog />
}
