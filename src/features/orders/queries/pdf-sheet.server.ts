/** The PDF page layout, exported for later features. */
export { openSheet, type Sheet } from '../receipt/receipt-sheet.server.ts'
