import type { FieldErrors, Problem } from '#platform/errors.ts'

/** A call that was refused or got no response. `message` is the sentence to show. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldErrors
  readonly details: Record<string, unknown>
  readonly requestId: string

  constructor(problem: Partial<Problem> & { status: number; code: string; detail: string }) {
    super(problem.detail)
    this.status = problem.status
    this.code = problem.code
    this.errors = problem.errors ?? {}
    this.details = problem
    this.requestId = problem.requestId ?? ''
  }
}

/** The error for a call that never reached the server. */
export const networkError = () =>
  new ApiError({
    status: 0,
    code: 'NetworkError',
    detail: 'Network error. Please check your connection and try again.',
  })
