let zone: string | undefined

/** The time zone of the reader's browser. */
export function ownZone(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone
}
