import type { PaperBrand } from './paper-brand.server.ts'
import { openSheet, type Sheet } from './sheet.server.ts'

/** A section of a document: labelled facts, plain paragraphs, or both. */
export type Section = {
  title: string
  facts?: readonly (readonly [name: string, value: string])[]
  paragraphs?: readonly string[]
}

type SectionDocument = { title: string; author: string; brand: PaperBrand; at: Date; sections: readonly Section[] }

const NAME = { x: 0, width: 160 }
const VALUE = { x: 172, width: 344 }
const WHOLE = { x: 0, width: 516 }
const TEXT = { size: 9.5 } as const
const TITLE = { face: 'figure', size: 24 } as const

/** Renders sections below a title as one PDF of US Letter pages. @param at the PDF's date. */
export async function sectionPdf({ title, author, brand, at, sections }: SectionDocument): Promise<Buffer> {
  const sheet = await openSheet({ title, author, brand, at })
  sheet.down(sheet.text(title, WHOLE, TITLE) + 14)
  for (const section of sections) write(sheet, section)
  return sheet.close()
}

function write(sheet: Sheet, { title, facts = [], paragraphs = [] }: Section): void {
  const heading = () => {
    sheet.text(title.toUpperCase(), WHOLE, { face: 'figure', size: 10.5, tone: 'muted', spacing: 0.7 })
    sheet.down(15)
    sheet.rule('strong')
    sheet.down(7)
  }
  // A heading is never the last line of a page.
  sheet.keepTogether(60)
  heading()
  for (const [name, value] of facts) {
    const height = Math.max(sheet.heightOf(name, NAME, TEXT), sheet.heightOf(value, VALUE, TEXT))
    sheet.keepTogether(height + 4, heading)
    sheet.text(name, NAME, { ...TEXT, tone: 'muted' })
    sheet.text(value, VALUE, TEXT)
    sheet.down(height + 4)
  }
  for (const paragraph of paragraphs) {
    const height = sheet.heightOf(paragraph, WHOLE, TEXT)
    sheet.keepTogether(height + 6, heading)
    sheet.text(paragraph, WHOLE, TEXT)
    sheet.down(height + 6)
  }
  sheet.down(14)
}
