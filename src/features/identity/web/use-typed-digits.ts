import { type FormEvent, useState } from 'react'

/** The problem of a code that is not six digits long; `DigitsField` takes no other letters. */
export const problemOfDigits = (code: string): string | undefined =>
  code.length === 6 ? undefined : 'Please enter the complete 6-digit code'

/**
 * The six digits of a code and their field. The last digit submits them, whether typed, pasted or autofilled.
 * @param problemOf what is wrong with a code that the user submits.
 */
export function useTypedDigits(problemOf: (code: string) => string | undefined, send: (code: string) => void) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemOf(code)
    setError(found)
    if (!found) send(code)
  }
  function type(digits: string) {
    setCode(digits)
    setError(undefined)
  }
  return { submit, field: { name: 'code', value: code, error, onComplete: send, onChange: type } }
}
