/** The shop's pages for PDFs of later features. */
export { openSheet, type Sheet } from '../receipt/receipt-sheet.server.ts'
