/** The first stop of the Tab key: past the header, to `<main id="main">`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="label sr-only z-60 rounded-sm bg-signal-fill text-on-signal focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-5 focus:py-3"
    >
      Skip to content
    </a>
  )
}
