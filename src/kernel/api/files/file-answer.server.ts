import { z } from '@hono/zod-openapi'

/** The answers of a route that serves a binary file. */
export const fileAnswer = <Type extends string>(type: Type) => ({
  200: {
    description: 'The file',
    content: { [type]: { schema: z.string().meta({ format: 'binary' }) } } as Record<Type, { schema: z.ZodString }>,
  },
})

/** Headers of a file that the browser saves under a name. @param fileName plain letters. */
export const attached = (fileName: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${fileName}"`,
})

export const csvAnswer = { 200: { description: 'CSV', content: { 'text/csv': { schema: z.string() } } } }
export const pdfAnswer = fileAnswer('application/pdf')

/** Headers of a PDF that names persons or staff work: stored by no cache. */
export const pdfHeaders = (fileName: string) => ({
  ...attached(fileName, 'application/pdf'),
  'cache-control': 'no-store',
})
