import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'

/** Limit of filters per tab; a longer list would not help to find one. */
export const PER_TAB = 30

export const SAVED_FILTER_ERRORS = {
  filter_not_found: notFound('This filter no longer exists.'),
  filter_name_taken: conflict('You already have a filter with this name.'),
  too_many_filters: conflict(`You have ${PER_TAB} filters here. Delete one first.`),
} as const satisfies ErrorTable

const tab = z.string().regex(/^[a-z]{1,30}$/, 'Name the tab by 1 to 30 small letters.')
const name = requiredText('Give it a name.', 60, 'A name has 60 characters at most.')
const query = z
  .string()
  .min(1, 'There is nothing to save.')
  .max(1000, 'This filter is longer than 1000 characters and cannot be saved.')

export const OfTab = z.strictObject({ tab })
export const NewSavedFilter = strictModel('NewSavedFilter', { tab, name, query })
export type NewSavedFilter = z.infer<typeof NewSavedFilter>
export const RenamedFilter = strictModel('RenamedFilter', { name })

export const SavedFilter = model('SavedFilter', { id: z.string(), name: z.string(), query: z.string() })
export type SavedFilter = z.infer<typeof SavedFilter>
export const SavedFilterList = z.object({ filters: z.array(SavedFilter) })
