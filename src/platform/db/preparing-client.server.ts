import pg from 'pg'

/** Texts that are prepared by name; a query builder can make more than a connection should remember, those go unnamed. */
const NAMED_TEXTS = 400
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= NAMED_TEXTS) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/**
 * A connection that prepares each statement with parameters once and from then on only sends its values. The shop's statements
 * are few and some are large: planning them anew cost as much as running them (a quarter of PostgreSQL's work for an order).
 */
export class PreparingClient extends pg.Client {
  // The overloads of `pg` say what comes in; here only one form of them is looked at.
  // biome-ignore lint/suspicious/noExplicitAny: hands on whatever pg's own overloads took
  override query(...args: any[]): any {
    const [text, values] = args
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      const name = nameOf(text)
      if (name) args[0] = { name, text }
    }
    return (super.query as (...rest: unknown[]) => unknown).apply(this, args)
  }
}
