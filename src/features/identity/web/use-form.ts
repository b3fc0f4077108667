import { type ChangeEvent, type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { z } from 'zod'

export type Errors<T> = Partial<Record<keyof T & string, string>>

/** The first error of each field that a schema refuses. */
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
 * A form that validates a field on blur and all fields on submit; typing clears the field's error.
 * @param check returns an error for each invalid field.
 */
export function useForm<T extends Record<string, string | boolean>>(initial: T, check: (values: T) => Errors<T>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors<T>>({})
  const form = useRef<HTMLFormElement>(null)
  const ready = useSyncExternalStore(neverChanges, yes, no)

  // Reads values that were typed or autofilled before this code ran.
  useEffect(() => {
    const typed: Record<string, string | boolean> = {}
    for (const control of (form.current?.elements ?? []) as Iterable<HTMLInputElement>)
      if (control.name) typed[control.name] = control.type === 'checkbox' ? control.checked : control.value
    setValues(current => ({ ...current, ...typed }))
  }, [])

  /** @param value or a function of the values that the form has by then, for an answer that comes after more was typed. */
  function set<K extends keyof T & string>(name: K, value: T[K] | ((current: T) => T[K])) {
    setValues(current => ({ ...current, [name]: typeof value === 'function' ? value(current) : value }))
    setErrors(({ [name]: _, ...others }) => others as Errors<T>)
  }
  /** Sets several texts at once. */
  function fill(texts: Partial<T>) {
    setValues(current => ({ ...current, ...texts }))
    setErrors(current => Object.fromEntries(Object.entries(current).filter(([name]) => !(name in texts))) as Errors<T>)
  }
  function leave(name: keyof T & string, event: FocusEvent) {
    // An error message could move the link or button that the user is about to press. Submitting validates all fields.
    if (event.relatedTarget instanceof Element && event.relatedTarget.closest('a, button')) return
    setErrors(current => ({ ...current, [name]: check(values)[name] }))
  }
  /** Shows the errors and focuses the first invalid field in the order of the page. */
  function show(found: Errors<T>) {
    setErrors(found)
    const controls = [...(form.current?.elements ?? [])] as HTMLInputElement[]
    controls.find(control => found[control.name])?.focus()
  }

  return {
    /**
     * Props of the `<form>`. The method is POST, and the button does not submit before the code runs, because the browser's own submit
     * would write a password into the address.
     */
    form: { ref: form, method: 'post', noValidate: true } as const,
    submitType: ready ? ('submit' as const) : ('button' as const),
    values,
    set,
    fill,
    show,
    /** Validates all fields; false when a field is invalid, and the errors are shown then. */
    isValid() {
      const found = check(values)
      show(found)
      return Object.keys(found).length === 0
    },
    /** Props of a text control. */
    text: (name: keyof T & string) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        set(name, event.target.value as T[typeof name]),
      onBlur: (event: FocusEvent) => leave(name, event),
    }),
    /** Props of a check box. */
    box: (name: keyof T & string) => ({
      name,
      checked: values[name] === true,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.checked as T[typeof name]),
    }),
  }
}
