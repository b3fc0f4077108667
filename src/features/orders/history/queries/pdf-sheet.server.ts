/** The PDF page layouts, exported for later features. */
export { openSheet, type Sheet } from '../../receipts/receipt-sheet.server.ts'
export { type Section, sectionPdf } from '../../receipts/section-pdf.server.ts'
