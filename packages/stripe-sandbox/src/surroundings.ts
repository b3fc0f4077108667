/** How a request is sent, as by the global `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** A statement; `name` lets the connection prepare it once. */
export type Statement = { name?: string; text: string; values: unknown[] }

/** The connection to PostgreSQL: a pool or client of `pg`, or any function of this shape. */
export type Queryable = { query: (statement: Statement) => Promise<{ rows: unknown[] }> }
