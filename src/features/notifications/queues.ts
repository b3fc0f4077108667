import type { Channel } from '#adapters/messages/port.ts'

export const CHANNELS: readonly Channel[] = ['email', 'sms', 'push']

/** Where the delivery of one message is enqueued. */
export const QUEUES = { email: 'deliver-email', sms: 'deliver-sms', push: 'deliver-push' } as const satisfies Record<
  Channel,
  string
>

/** Where the delivery of all that are due is enqueued. */
export const DUE_QUEUES = {
  email: 'deliver-due-emails',
  sms: 'deliver-due-sms',
  push: 'deliver-due-pushes',
} as const satisfies Record<Channel, string>
