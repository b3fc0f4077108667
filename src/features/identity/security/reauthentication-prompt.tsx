import { lazy } from '#ui/lazy.tsx'
import { useQuestion } from '../web/reauthentication.ts'

const ReauthenticationDialog = lazy(async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog)

/** Mount once on a page whose calls run through `reauthenticated`. Asks for the reauthentication that the server requires. */
export function ReauthenticationPrompt() {
  const isAsked = useQuestion()
  return isAsked && <ReauthenticationDialog />
}
