import { z } from '@hono/zod-openapi'

/** The answers of a route that serves a PDF. */
export const pdfAnswer = {
  200: { description: 'The file', content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } } },
}

/** Headers of a PDF that names persons or staff work: saved under a name, stored by no cache. @param fileName plain letters. */
export const pdfHeaders = (fileName: string) => ({
  'content-type': 'application/pdf',
  'content-disposition': `attachment; filename="${fileName}"`,
  'cache-control': 'no-store',
})
