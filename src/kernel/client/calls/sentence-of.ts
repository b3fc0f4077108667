import { ApiError } from './api-error.ts'

const UNREADABLE = new Set(['unknown', 'bad_json'])

/**
 * The message of an error.
 * @param otherwise for an answer without a message for users.
 * @param thrown for a fault of the page or the server, which says nothing about the input; defaults to `otherwise`.
 */
export function sentenceOf(error: unknown, otherwise: string, thrown = otherwise): string {
  if (!(error instanceof ApiError) || error.code === 'internal') return thrown
  if (!UNREADABLE.has(error.code)) return error.message
  return error.status >= 500 ? thrown : otherwise
}

/**
 * The sentence of a failed action with the reason: "Failed to reconcile transaction: The payment provider knows no such session."
 * An error without a message for users leaves the reason out.
 */
export function failureOf(failed: string, error: unknown): string {
  const reason = sentenceOf(error, '')
  return reason && reason !== failed ? `${failed}: ${reason}` : failed
}
