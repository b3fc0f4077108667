import pg from 'pg'
import { inChildSpan, isTracing, SpanKind } from '../../tracing/spans.server.ts'
import { createStatements, type Statements } from '../statements.server.ts'
import { asAway, DatabaseAway, isLockTimeout, spoilsConnection } from './away.server.ts'

/** Options that the pool passes to each connection. */
export type ClientOptions = pg.ClientConfig & { statements?: Statements }

type Config = pg.QueryConfig<unknown[]>
type Done = (error: unknown, result?: pg.QueryResult) => void

const STALE_PLAN = '0A000'
/** The statement does not exist or already exists: a pooler assigned a server connection that another client prepared. */
const MIXED_UP = new Set(['26000', '42P05'])
const BEGIN = /^\s*(begin|start transaction)\b/i

/**
 * A connection that prepares each statement with parameters once and then sends only its values. The shop has few statements, some of
 * them large. Planning each again would cost as much as running it (a quarter of PostgreSQL's work for an order).
 *
 * A plan that a migration made stale is planned again outside a transaction and as a transaction's first statement, because nothing is
 * lost there. Later in a transaction the caller gets `DatabaseAway` and repeats the whole call.
 */
export class PreparingClient extends pg.Client {
  readonly statements: Statements
  /** When the connection was opened, and when it was last seen to receive data; see `listen`. */
  readonly openedAt: number = performance.now()
  heardAt: number = this.openedAt
  /** Number of queries without a response so far. */
  pending = 0
  #heardBytes = 0
  #begin = ''
  #sinceBegin = 0

  constructor(options: ClientOptions = {}) {
    super(options)
    this.statements = options.statements ?? createStatements({ named: true, tries: 1 })
  }

  // The overloads of `pg` check the arguments; this method normalises them to one form.
  // biome-ignore lint/suspicious/noExplicitAny: passes on the arguments of pg's overloads
  override query(...args: any[]): any {
    if (typeof args[0]?.submit === 'function') return this.#send(args[0])
    const done: Done | undefined = typeof args.at(-1) === 'function' ? args.pop() : undefined
    const [text, values] = args as [string | Config, unknown[] | undefined]
    const config: Config = typeof text === 'string' ? { text, values: values ?? [] } : { ...text }
    const answer = isTracing() ? this.#askInSpan(config) : this.#ask(config)
    if (!done) return answer
    answer.then(result => done(null, result), done)
  }

  /** The statement's text has no values; those stay out of the trace. */
  #askInSpan(config: Config): Promise<pg.QueryResult> {
    const verb = /\w+/.exec(config.text)?.[0].toLowerCase() ?? 'query'
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': config.text.slice(0, 2000) }
    return inChildSpan(`sql ${verb}`, { kind: SpanKind.CLIENT, attributes }, async span => {
      const result = await this.#ask(config)
      span?.setAttribute('db.response.returned_rows', result.rows.length)
      return result
    })
  }

  async #ask(config: Config): Promise<pg.QueryResult> {
    const { text, values } = config
    const admission = this.statements.admit(text)
    if (admission === 'refuse') throw new DatabaseAway('What this statement needs is locked', { code: '55P03' })
    const isPrepared = values !== undefined && values.length > 0
    const name = isPrepared ? this.statements.nameOf(text) : undefined
    if (!isPrepared && BEGIN.test(text)) {
      this.#begin = text
      this.#sinceBegin = 0
    } else this.#sinceBegin++
    this.pending++
    try {
      const result = await this.#send(name ? { ...config, name } : withoutName(config)).catch((error: unknown) =>
        this.#again(error, config),
      )
      if (admission === 'try') this.statements.unblock(text)
      return result
    } catch (error) {
      if (isLockTimeout(error)) this.statements.block(text)
      else if (admission === 'try') this.statements.unblock(text)
      if (spoilsConnection(error)) this.hangUp(error as Error)
      throw asAway(error)
    } finally {
      this.pending--
    }
  }

  /** Retries without a statement name if the prepared statement was the fault and no work of a transaction is lost. */
  async #again(error: unknown, config: Config): Promise<pg.QueryResult> {
    const { code = '', message } = error as { code?: string; message: string }
    const isStale = code === STALE_PLAN && message.includes('cached plan')
    if (!isStale && !MIXED_UP.has(code)) throw error
    if (isStale) this.statements.rename(config.text)
    else this.statements.stopNaming()
    const status = this.getTransactionStatus()
    if (status !== 'I') {
      if (this.#sinceBegin !== 1) throw new DatabaseAway(message, { cause: error })
      await this.#send({ text: 'rollback' })
      await this.#send({ text: this.#begin })
    }
    return this.#send(withoutName(config))
  }

  #send(config: Config): Promise<pg.QueryResult> {
    return super.query(config)
  }

  /** Records whether data came since the last call. Costs the queries nothing, because the socket counts its bytes anyway. */
  listen(now: number): void {
    const bytes = socketOf(this).bytesRead
    if (this.pending === 0 || bytes !== this.#heardBytes) this.heardAt = now
    this.#heardBytes = bytes
  }

  /** Breaks the connection at once: its queries fail, and the pool replaces the connection. */
  hangUp(reason: Error): void {
    socketOf(this).destroy(reason)
  }
}

const withoutName = ({ name: _, ...config }: Config): Config => config

const socketOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream
