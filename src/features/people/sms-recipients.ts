import type { ComponentType } from 'react'

/** To whom a text message goes: who was picked, everybody the filters find (as the list is asked with them), or everybody. */
export type SmsRecipients =
  | { kind: 'selected'; people: readonly { id: string; name: string; email: string }[] }
  | { kind: 'filtered'; query: Record<string, string> }
  | { kind: 'all' }

/** The dialog that sends it: of a later feature, so the app hands it in. It is rendered while it is open. */
export type SmsDialog = ComponentType<{ recipients: SmsRecipients; onClose: () => void }>
