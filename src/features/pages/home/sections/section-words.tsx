import type { ReactNode } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import type { HomeSection } from '#kernel/storefront/home/home.ts'
import { filledText } from '#kernel/storefront/home/home-fields.ts'

export type SectionProps = { section: HomeSection }

/** Fills the fields of a text of staff from the settings. */
export function useWords(): (text: string | undefined) => string {
  const settings = useSettings()
  return (text = '') => filledText(text, settings)
}

/** The text under the heading of a section; nothing without one. */
export const SectionText = ({ children }: { children: ReactNode }) =>
  children ? <p className="wrap-anywhere mb-6 max-w-prose whitespace-pre-line text-muted">{children}</p> : null
