import type { ZodError } from 'zod'
import { ApiError } from './api-error.ts'

/** One sentence for each field, by its path (`items.0.price`). */
export type FieldProblems = Record<string, string>

/** Returns the first error of each field from a schema. */
export function problemsIn(error: ZodError): FieldProblems {
  const problems: FieldProblems = {}
  for (const issue of error.issues) problems[issue.path.join('.')] ??= issue.message
  return problems
}

/** Returns the first error of each field from a server refusal; empty without field errors. */
export const problemsOfAnswer = (error: unknown): FieldProblems =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.errors).map(([field, [sentence = '']]) => [field, sentence]))
    : {}
