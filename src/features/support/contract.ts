import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { type ErrorTable, tooManyRequests } from '#platform/errors.ts'
import {
  DEFAULT_PRIORITY,
  MESSAGE_LENGTH,
  messageFault,
  PRIORITIES,
  plainSubject,
  plainText,
  SUBJECT_LENGTH,
  subjectFault,
  TICKET_TYPES,
} from './rules.ts'

export const SUPPORT_ERRORS = {
  support_cooldown: tooManyRequests('Please wait before submitting another inquiry'),
} as const satisfies ErrorTable

export const SUBMITTED = 'Your inquiry has been submitted successfully!'

/** A text with one check. The limit counts the cleaned text, so the schema has no maximum; `meta` documents the limit. */
const checkedText = (fault: (text: string) => string | undefined, missing: string, length: number) =>
  z
    .string({ error: issue => (issue.input === undefined || issue.input === null ? missing : undefined) })
    .superRefine((text, check) => {
      const message = fault(text)
      if (message) check.addIssue({ code: 'custom', message })
    })
    .meta({ minLength: 1, maxLength: length })

/** The form's data about its writer. Accepted because clients send it, and ignored: the server uses its own records. */
const claim = (length: number) => z.string().max(length).nullish()
const addressClaim = z.strictObject({
  line1: claim(200),
  line2: claim(200),
  city: claim(100),
  state: claim(100),
  postalCode: claim(20),
  country: claim(100),
})

/** The latest JavaScript date, in milliseconds since 1970. */
const LATEST = 8.64e15

export const Submission = strictModel('SupportSubmission', {
  subject: checkedText(subjectFault, 'Subject is required', SUBJECT_LENGTH).transform(plainSubject),
  message: checkedText(messageFault, 'Message is required', MESSAGE_LENGTH).transform(plainText),
  priority: z.enum(PRIORITIES).default(DEFAULT_PRIORITY),
  userEmail: claim(254),
  userName: claim(200),
  userPhone: claim(50),
  userAddress: z.union([z.string().max(1000), addressClaim]).nullish(),
  /** ISO 8601, or milliseconds since 1970. */
  timestamp: z.union([z.string().max(50), z.number().min(0).max(LATEST)]).nullish(),
})
export type Submission = z.infer<typeof Submission>

/** A later message of the writer to their ticket. */
export const MoreBody = strictModel('SupportMore', {
  message: checkedText(messageFault, 'Message is required', MESSAGE_LENGTH).transform(plainText),
})
export const MoreTaken = z.object({ success: z.literal(true), message: z.string() })
export const MORE_TAKEN = 'Your message has been sent.'

export const Submitted = z.object({ success: z.literal(true), message: z.literal(SUBMITTED), id: z.string() })

export type Submitted = z.infer<typeof Submitted>

export const TICKET_STATUSES = ['open', 'in-progress', 'closed', 'new', 'reviewed'] as const

/** A ticket or an inquiry as its writer sees it. */
export const MyTicket = model('MyTicket', {
  id: z.string(),
  type: z.enum(TICKET_TYPES),
  subject: z.string(),
  message: z.string(),
  priority: z.enum(PRIORITIES),
  status: z.enum(TICKET_STATUSES),
  /** Later messages and answers, oldest first. */
  conversation: z.array(
    z.object({
      id: z.string(),
      from: z.enum(['you', 'us']),
      message: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

export const MyTickets = z.object({ tickets: z.array(MyTicket), nextCursor: z.string().nullable() })
export const MyTicketsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  cursor: z.string().max(200).optional(),
})
export type MyTickets = z.infer<typeof MyTickets>
