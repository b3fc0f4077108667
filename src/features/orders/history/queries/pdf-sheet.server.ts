/** The PDF page layout, exported for later features. */
export { openSheet, type Sheet } from '../../receipts/receipt-sheet.server.ts'
