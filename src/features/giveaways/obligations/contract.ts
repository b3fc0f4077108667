import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { Reason } from '#kernel/values/reason.ts'
import { dayInput } from '#kernel/values/shop-day-input.ts'
import { STATUSES } from './due-dates.ts'
import { SOURCE_KINDS } from './duties.ts'

/** Shown with every list. */
export const NO_LAWYER =
  'This list is made by software from the sources named with each duty. It is no legal advice and may be incomplete: ask a lawyer.'

const Day = dayInput('Enter a day.')

/** A legal duty of one giveaway. */
export const Obligation = model('Obligation', {
  duty: z.string(),
  jurisdiction: z.string(),
  task: z.string(),
  /** Due before the first entry, so that it stands in the way of publishing. */
  isBeforeStart: z.boolean(),
  /** The last day in time, of the shop; null while the day of the draw is open. */
  dueOn: Day.nullable(),
  status: z.enum(STATUSES),
  /** What stands in the way of publishing, in one sentence; null for nothing. */
  block: z.string().nullable(),
  /** How the filed official rules differ from those of the giveaway, in one sentence; null where they are equal. */
  otherRules: z.string().nullable(),
  source: z.object({
    citation: z.string(),
    url: z.string(),
    /** What was read: the section, a page or form of the authority, or only a secondary source. */
    read: z.enum(SOURCE_KINDS),
    readOn: Day,
    caveat: z.string().nullable(),
  }),
  finished: z
    .object({
      at: z.iso.datetime(),
      /** The member of staff; null where the account no longer exists. */
      by: z.string().nullable(),
      doneOn: Day.nullable(),
      /** The reference of the filing, or the reason of an override. */
      note: z.string().nullable(),
      file: z.object({ name: z.string(), type: z.string() }).nullable(),
      /** Version of the table of duties at that time. */
      version: z.int(),
      /** In dollars: the prize that it covered. */
      value: z.number(),
    })
    .nullable(),
})
export type Obligation = z.infer<typeof Obligation>

export const Obligations = model('Obligations', {
  notice: z.string(),
  /** Version of the table of duties. */
  version: z.int(),
  /** By due date. */
  obligations: z.array(Obligation),
})
export type Obligations = z.infer<typeof Obligations>

const NO_EVIDENCE = 'Name the filing, or add a file.'
const Reference = requiredText(NO_EVIDENCE, 500, 'At most 500 characters.')

/** `doneOn` defaults to today. */
export const DoneInput = strictModel('ObligationDoneInput', { reference: Reference, doneOn: Day.optional() })
export type DoneInput = z.infer<typeof DoneInput>

export const OverrideInput = strictModel('ObligationOverrideInput', { reason: Reason })

export const EvidenceQuery = z.strictObject({ reference: Reference.optional(), doneOn: Day.optional() })
