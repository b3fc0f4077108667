/** Dims the page behind a dialog or a drawer. */
export const BACKDROP_CLASS =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** Frame of all floating elements: a hairline, no shadow. */
export const POPUP_CLASS =
  'rounded-md border border-line-strong bg-surface text-ink outline-none transition duration-150 ease-out ' +
  'data-ending-style:opacity-0 data-starting-style:opacity-0'
