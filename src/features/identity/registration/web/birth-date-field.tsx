import type { ComponentProps } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { latestBirthDate } from '../../rules.ts'

/** The birth date of a new account, with the minimum age. */
export const BirthDateField = (field: Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'hint'>) => (
  <TextField
    {...field}
    label="Birth Date"
    type="date"
    autoComplete="bday"
    max={latestBirthDate(0, new Date())}
    hint={`You must be ${useSettings().minimumAge} or older to register`}
    required
  />
)
