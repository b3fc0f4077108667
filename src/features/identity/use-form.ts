import { type ChangeEvent, type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { z } from 'zod'

export type Errors<T> = Partial<Record<keyof T & string, string>>

/** The first sentence for each field that a schema refuses. */
export function errorsOf<T>(schema: z.ZodType, values: T): Errors<T> {
  const errors: Errors<T> = {}
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = String(issue.path[0] ?? '') as keyof T & string
    errors[field] ??= issue.message
  }
  return errors
}

const neverChanges = () => () => {}
const yes = () => true
const no = () => false

/**
 * A form whose fields are judged when they are left and when all is sent; typing in a field clears its message.
 * @param check gives a sentence for each field that is not right yet.
 */
export function useForm<T extends Record<string, string | boolean>>(initial: T, check: (values: T) => Errors<T>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors<T>>({})
  const form = useRef<HTMLFormElement>(null)
  const ready = useSyncExternalStore(neverChanges, yes, no)

  // What was typed or filled in by the browser before this code was there to listen.
  useEffect(() => {
    const typed: Record<string, string | boolean> = {}
    for (const control of (form.current?.elements ?? []) as Iterable<HTMLInputElement>)
      if (control.name) typed[control.name] = control.type === 'checkbox' ? control.checked : control.value
    setValues(current => ({ ...current, ...typed }))
  }, [])

  function set<K extends keyof T & string>(name: K, value: T[K]) {
    setValues(current => ({ ...current, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others as Errors<T>)
  }
  function leave(name: keyof T & string, event: FocusEvent) {
    // Whoever is on the way to a link or button must not see it jump from under the pointer; sending judges everything.
    if (event.relatedTarget instanceof Element && event.relatedTarget.closest('a, button')) return
    setErrors(current => ({ ...current, [name]: check(values)[name] }))
  }
  /** Shows messages and goes to the first field that has one, in the order of the page. */
  function show(found: Errors<T>) {
    setErrors(found)
    const controls = [...(form.current?.elements ?? [])] as HTMLInputElement[]
    controls.find(control => found[control.name])?.focus()
  }

  return {
    /**
     * What the `<form>` spreads onto itself. By POST, and with a button that submits nothing before it works: the browser's own
     * way of sending would write a password into the address.
     */
    form: { ref: form, method: 'post', noValidate: true } as const,
    submitType: ready ? ('submit' as const) : ('button' as const),
    values,
    set,
    show,
    /** Judges everything; false when something is not right, and the messages are shown then. */
    isValid() {
      const found = check(values)
      show(found)
      return Object.keys(found).length === 0
    },
    /** What a text control spreads onto itself. */
    text: (name: keyof T & string) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        set(name, event.target.value as T[typeof name]),
      onBlur: (event: FocusEvent) => leave(name, event),
    }),
    /** What a check box spreads onto itself. */
    box: (name: keyof T & string) => ({
      name,
      checked: values[name] === true,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.checked as T[typeof name]),
    }),
  }
}
