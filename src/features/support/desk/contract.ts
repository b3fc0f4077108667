import type { Selectable } from 'kysely'
import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY, searchWords } from '#kernel/api/page-query.ts'
import { text as textKind } from '#kernel/fields/field-kinds.ts'
import { fieldIn, fieldTable } from '#kernel/fields/field-table.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { isVisible } from '#kernel/values/inputs/visible.ts'
import type { CannedReply as ReplyTable } from '#platform/db/tables.ts'
import { badRequest, conflict, type ErrorTable } from '#platform/errors.ts'
import { PRIORITIES, TICKET_TYPES } from '../rules.ts'
import { STATUSES, staffText, unknownPlaces } from './rules.ts'

export const DESK_ERRORS = {
  not_an_agent: badRequest('Tickets can be assigned only to staff who may read them.'),
  reply_name_taken: conflict('A canned reply with this name already exists.'),
} as const satisfies ErrorTable

export const ANSWER_LENGTH = 10_000
const REPLY_LENGTH = 5000
const REPLY_NAME_LENGTH = 80

/** Sort orders; `due` begins with the most urgent answer. */
export const TICKET_SORTS = ['newest', 'oldest', 'updated', 'due'] as const
/** Age of a ticket: under one day, one to three days, older; or an answer is overdue. */
export const AGES = ['day', 'days', 'older', 'overdue'] as const

const shared = {
  priority: z.enum(PRIORITIES).optional(),
  /** A staff id, `me` or `nobody`. */
  assignee: z.union([z.enum(['me', 'nobody']), z.uuid()]).optional(),
  age: z.enum(AGES).optional(),
  /** Words of subject or message, or a prefix of the writer's name or e-mail. */
  q: searchWords(200),
  sort: z.enum(TICKET_SORTS).default('newest'),
  ...PAGE_QUERY,
}
/** `active` means not closed. */
export const TicketListQuery = z.strictObject({ ...shared, status: z.enum([...STATUSES.support, 'active']).optional() })
export const InquiryListQuery = z.strictObject({
  ...shared,
  status: z.enum([...STATUSES.general, 'active']).optional(),
})
export type DeskQuery = Omit<z.infer<typeof TicketListQuery>, 'status'> & {
  status?: z.infer<typeof TicketListQuery>['status'] | z.infer<typeof InquiryListQuery>['status']
}

const Note = z.object({ id: z.string(), author: z.string().nullable(), text: z.string(), createdAt: z.iso.datetime() })

const row = {
  id: z.string(),
  subject: z.string(),
  message: z.string(),
  priority: z.enum(PRIORITIES),
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  userPhone: z.string().nullable(),
  isMember: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** A staff id. */
  assignedTo: z.string().nullable(),
  assignedToName: z.string().nullable(),
  /** Notes between staff, oldest first. */
  notes: z.array(Note),
  /** Deadline of our answer; null while none is owed. */
  answerDueAt: z.iso.datetime().nullable(),
  version: z.int(),
}
export const DeskTicket = model('SupportTicket', { ...row, status: z.enum(STATUSES.support) })
export type DeskTicket = z.infer<typeof DeskTicket>
export const DeskInquiry = model('GeneralInquiry', { ...row, status: z.enum(STATUSES.general) })
export type DeskInquiry = z.infer<typeof DeskInquiry>
const success = z.literal(true)
export const TicketList = z.object({ success, tickets: z.array(DeskTicket), nextCursor: z.string().nullable() })
export const InquiryList = z.object({ success, inquiries: z.array(DeskInquiry), nextCursor: z.string().nullable() })

const change = {
  /** Null clears it. */
  assignedTo: z.uuid().nullable().optional(),
  /** The version that was read; with another stored version nothing is written. */
  version: z.int().min(1).optional(),
}
const NOTHING = 'Say what to change: status or assignedTo.'
const saysWhat = (body: { status?: unknown; assignedTo?: unknown }) =>
  body.status !== undefined || body.assignedTo !== undefined
export const TicketChange = z
  .strictObject({ ...change, status: z.enum(STATUSES.support).optional() })
  .refine(saysWhat, { message: NOTHING, path: ['status'] })
  .meta({ id: 'SupportTicketChange' })
export const InquiryChange = z
  .strictObject({ ...change, status: z.enum(STATUSES.general).optional() })
  .refine(saysWhat, { message: NOTHING, path: ['status'] })
  .meta({ id: 'GeneralInquiryChange' })
export const Changed = z.object({ success, message: z.string(), version: z.int() })

/** A text by staff that must not be empty after trimming. */
const text = (missing: string, length: number) =>
  z
    .string(ifMissing(missing))
    .max(length, { error: `At most ${length.toLocaleString('en-US')} characters.`, abort: true })
    .transform(staffText)
    .refine(isVisible, missing)
    .meta({ minLength: 1, maxLength: length })

export const AnswerBody = strictModel('SupportAnswer', {
  message: text('Please write an answer', ANSWER_LENGTH),
  /** Closes the ticket with the answer. */
  close: z.boolean().default(false),
  version: z.int().min(1).optional(),
})
export const NoteBody = strictModel('SupportNote', { note: text('Please write a note', ANSWER_LENGTH) })

export const Post = z.object({
  id: z.string(),
  kind: z.enum(['message', 'answer', 'note']),
  /** Null for the shop itself, or for an author who has left. */
  author: z.string().nullable(),
  text: z.string(),
  createdAt: z.iso.datetime(),
})
/** One ticket or inquiry with its later posts, notes included, oldest first. */
export const Thread = model('SupportThread', {
  ...row,
  type: z.enum(TICKET_TYPES),
  status: z.enum([...STATUSES.support, ...STATUSES.general]),
  posts: z.array(Post),
})
export type Thread = z.infer<typeof Thread>
export type DeskRow = Omit<Thread, 'posts'>

export const Agents = z.object({ agents: z.array(z.object({ id: z.string(), name: z.string(), isMe: z.boolean() })) })

/** Counting stops here; this count means 1,000 or more. */
export const COUNTED = 1000
export const CountsQuery = z.strictObject({ type: z.enum(TICKET_TYPES) })
/** Counts per view; `active`, `overdue`, `mine` and `unassigned` count tickets that are not closed. */
export const Counts = model('SupportCounts', { counts: z.record(z.string(), z.int()), limit: z.int() })

const inputs = {
  name: text('Please give it a name', REPLY_NAME_LENGTH),
  body: text('Please write the reply', REPLY_LENGTH).refine(body => unknownPlaces(body).length === 0, {
    error: ({ input }) => `Nothing fills {${unknownPlaces(String(input))[0]}}. Use {firstName} or {subject}.`,
  }),
}
const field = fieldIn<Selectable<ReplyTable>>()

/** The one description of a canned reply's fields. */
export const REPLY = fieldTable({
  name: field('name', { ...textKind('Name', REPLY_NAME_LENGTH), input: inputs.name }),
  body: field(
    'body',
    { ...textKind('Reply', REPLY_LENGTH), input: inputs.body },
    {
      hint: '{firstName} becomes the writer’s first name, {subject} what they wrote about.',
    },
  ),
})
export const ReplyBody = strictModel('CannedReplyBody', REPLY.input)
export const ReplyChange = strictModel('CannedReplyChange', { ...REPLY.input, version: z.int().min(1).optional() })
export const CannedReply = model('CannedReply', {
  id: z.string(),
  ...REPLY.shown,
  version: z.int(),
  updatedAt: z.iso.datetime(),
})
export type CannedReply = z.infer<typeof CannedReply>
export const CannedReplies = z.object({ replies: z.array(CannedReply) })
