import type { ComponentType } from 'react'

/** The recipients of an SMS: selected people, everyone who matches the filters (as list parameters), or everyone. */
export type SmsRecipients =
  | { kind: 'selected'; people: readonly { id: string; name: string; email: string }[] }
  | { kind: 'filtered'; query: Record<string, string> }
  | { kind: 'all' }

/** The dialog that sends the SMS. It belongs to a later feature, so the app passes it in. It is rendered while it is open. */
export type SmsDialog = ComponentType<{ recipients: SmsRecipients; onClose: () => void }>
