import { staffRecord } from '#features/audit-log/commands/staff-record.server.ts'
import { refusals } from '#platform/errors.ts'
import { DESK_ERRORS } from '../contract.ts'

const refuse = refusals(DESK_ERRORS)

/** Canned replies, which all staff share. */
export const cannedReplies = staffRecord('canned_reply', {
  columns: ['name', 'body'],
  subject: 'canned-reply',
  labelOf: ({ name }) => name,
  logged: ({ name, body }) => ({ title: name, body }),
  taken: () => refuse('reply_name_taken'),
})
