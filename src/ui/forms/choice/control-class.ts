/** Shared look of inputs and selects. The text is at least 16 px, so that phones do not zoom in. */
export const CONTROL_CLASS =
  'min-h-11 w-full min-w-0 rounded-sm border border-line-strong bg-field px-3 py-2 text-base text-ink transition-colors ' +
  'hover:not-disabled:border-ink disabled:opacity-45 aria-invalid:border-danger aria-invalid:border-2 aria-invalid:px-2.75 ' +
  'focus-visible:outline-offset-0'
