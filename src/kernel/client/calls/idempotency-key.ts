import { useState } from 'react'
import { ApiError } from './api-error.ts'

/** Options of a call under an Idempotency-Key. */
export type KeyedOptions = { headers: { 'Idempotency-Key': string } }
type Send<T> = (options: KeyedOptions) => Promise<T>

/**
 * Sends the writes of one form under an Idempotency-Key. A write whose answer was lost keeps its key while its body stays the same, so that
 * another click happens once. An answered write, and a changed body, get a new key: the server refuses another body under a used key.
 */
export function createIdempotentSend() {
  let unanswered: { text: string; key: string } | undefined

  /**
   * @param body the request as JSON, to tell a repeat from another write.
   * @param send makes the call with these options. May call twice, for reauthentication.
   */
  return async function sendOnce<T>(body: unknown, send: Send<T>): Promise<T> {
    const text = JSON.stringify(body)
    if (unanswered?.text !== text) unanswered = { text, key: randomId() }
    const write = unanswered
    const answered = () => {
      if (unanswered === write) unanswered = undefined
    }
    try {
      const result = await send({ headers: { 'Idempotency-Key': write.key } })
      answered()
      return result
    } catch (error) {
      if (isAnswer(error)) answered()
      throw error
    }
  }
}

/** A refusal is an answer. A failed connection, a 5xx and a first call that still runs leave the outcome open. */
export const isAnswer = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'idempotency_running'

/** @returns `sendOnce` of one mounted form. */
export const useIdempotentSend = () => useState(createIdempotentSend)[0]

/** 128 random bits as 32 hexadecimal digits. Pages without HTTPS lack `crypto.randomUUID`. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
