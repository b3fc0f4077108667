import type { ComponentProps } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import { bornUntil } from '#kernel/values/clock/age.ts'
import { TextField } from '#ui/forms/text-field.tsx'

/** The birth date of a new account, with the minimum age. */
export const BirthDateField = (field: Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'hint'>) => (
  <TextField
    {...field}
    label="Birth Date"
    type="date"
    autoComplete="bday"
    max={bornUntil(new Date(), 0)}
    hint={`You must be ${useSettings().minimumAge} or older to register`}
    required
  />
)
