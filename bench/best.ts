/** The best figure of a line of `npm run bench` so far, with the release or day that had it. Machines differ by a factor of two between hours. */
export const BEST: Readonly<Record<string, string>> = {
  'GET /api/products (12 of them)': '0.51 of bare Hono (0.1.0)',
  'GET /api/products/{id}': '0.87 of bare Hono (0.5.0)',
  'the store page, kept': '0.75 of bare Hono (0.1.0)',
  'the store page, rendered': '0.036 of bare React (0.1.0)',
  'quote → session → paid → settled, 16 at a time': '161/s (0.1.0)',
  'ready after start, PostgreSQL included': '1.05 s (0.1.0)',
  'memory of the server after the bench': '189 MB (29 November 2026)',
}
