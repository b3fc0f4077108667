import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRealtime } from './realtime.ts'

/** A fake WebSocket that records sent messages and can deliver messages. */
class Connection {
  readyState = 0
  sent: { type: string; id?: string; payload?: unknown }[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event?: { code: number }) => void) | null = null
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.readyState = 3
  }
  accept() {
    this.readyState = 1
    this.onopen?.()
    this.say({ type: 'connection_ack' })
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

let wires: Connection[]
const last = () => wires.at(-1)!
function openConnection() {
  wires.push(new Connection())
  return last() as unknown as WebSocket
}
const make = () => createRealtime({ open: openConnection, token: () => 'token', refreshToken: async () => {} })

beforeEach(() => {
  wires = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('the realtime connection', () => {
  it('opens with the first listener, hands over data, and closes with the last [B-12.78]', () => {
    const realtime = make()
    const heard: unknown[] = []
    const started = vi.fn()
    const stop = realtime.listen('giveaways/1', data => heard.push(data), started)
    expect(realtime.state.get()).toBe('connecting')
    last().accept()
    expect(last().sent).toEqual([
      { type: 'connection_init', payload: { idToken: 'token' } },
      { type: 'start', id: '1', payload: { channel: 'giveaways/1' } },
    ])
    last().say({ type: 'start_ack', id: '1' })
    last().say({ type: 'data', id: '1', payload: { taken: [4] } })
    expect([heard, started.mock.calls.length, realtime.state.get()]).toEqual([[{ taken: [4] }], 1, 'connected'])
    stop()
    expect([last().sent.at(-1), last().readyState, realtime.state.get()]).toEqual([
      { type: 'stop', id: '1' },
      3,
      'disconnected',
    ])
  })

  it('has one subscription of a channel for all its listeners, until the last one leaves', () => {
    const realtime = make()
    const heard: string[] = []
    const started = vi.fn()
    const stopFirst = realtime.listen('giveaways/1', () => heard.push('first'), started)
    last().accept()
    last().say({ type: 'start_ack', id: '1' })
    const stopSecond = realtime.listen('giveaways/1', () => heard.push('second'), started)
    expect(started).toHaveBeenCalledTimes(2)
    last().say({ type: 'data', id: '1', payload: {} })
    stopSecond()
    last().say({ type: 'data', id: '1', payload: {} })
    expect(heard).toEqual(['first', 'second', 'first'])
    expect(last().sent.filter(({ type }) => type !== 'connection_init')).toEqual([
      { type: 'start', id: '1', payload: { channel: 'giveaways/1' } },
    ])
    stopFirst()
    expect(last().sent.at(-1)).toEqual({ type: 'stop', id: '1' })
  })

  it('an unacknowledged connection is given up after 15 s, and opened again after 5 s and then every 60 s [B-12.79] [B-12.213] [B-12.232]', () => {
    const realtime = make()
    realtime.listen('my', () => {}, vi.fn())
    vi.advanceTimersByTime(14_999)
    expect(realtime.state.get()).toBe('connecting')
    vi.advanceTimersByTime(1)
    expect(realtime.state.get()).toBe('disrupted')
    vi.advanceTimersByTime(5_000)
    expect(wires).toHaveLength(2)
    last().onclose?.()
    vi.advanceTimersByTime(59_999)
    expect(wires).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(wires).toHaveLength(3)
  })

  it('resubscribes everything after a reconnection, and reports it', () => {
    const realtime = make()
    const started = vi.fn()
    realtime.listen('my', () => {}, started)
    last().accept()
    last().say({ type: 'start_ack', id: '1' })
    last().onclose?.()
    vi.advanceTimersByTime(5_000)
    last().accept()
    last().say({ type: 'start_ack', id: '1' })
    expect(started).toHaveBeenCalledTimes(2)
  })

  it('a connection closed because of a void token gets a new token and reconnects at once', async () => {
    let idToken = 'void'
    const realtime = createRealtime({
      open: openConnection,
      token: () => idToken,
      refreshToken: async () => {
        idToken = 'new'
      },
    })
    const started = vi.fn()
    realtime.listen('my', () => {}, started)
    last().accept()
    last().onclose?.({ code: 4401 })
    expect(realtime.state.get()).toBe('disrupted')
    await vi.advanceTimersByTimeAsync(0)
    expect(wires).toHaveLength(2)
    last().accept()
    expect(last().sent[0]).toEqual({ type: 'connection_init', payload: { idToken: 'new' } })
    last().say({ type: 'start_ack', id: '1' })
    expect(started).toHaveBeenCalledTimes(1)
    // A token that is refused before the connection is ready waits like any other failure.
    realtime.renew()
    last().onclose?.({ code: 4401 })
    await vi.advanceTimersByTimeAsync(4_999)
    expect(wires).toHaveLength(3)
  })

  it('a connection counts as dead after 65 s of silence, checked every 5 s [B-12.78] [B-12.233] [B-12.234]', () => {
    const realtime = make()
    realtime.listen('my', () => {}, vi.fn())
    last().accept()
    last().say({ type: 'start_ack', id: '1' })
    vi.advanceTimersByTime(35_000)
    expect(realtime.state.get()).toBe('pending keep-alive')
    last().say({ type: 'ka' })
    expect(realtime.state.get()).toBe('connected')
    vi.advanceTimersByTime(64_999)
    expect(realtime.state.get()).toBe('pending keep-alive')
    vi.advanceTimersByTime(1)
    expect(realtime.state.get()).toBe('disrupted')
  })

  it('reconnects for another user, and drops messages of the old connection', () => {
    const realtime = make()
    const heard: unknown[] = []
    realtime.renew()
    expect(wires).toHaveLength(0)
    realtime.listen('my', data => heard.push(data), vi.fn())
    last().accept()
    const old = last()
    realtime.renew()
    expect([wires.length, old.readyState, realtime.state.get()]).toEqual([2, 3, 'connecting'])
    old.say({ type: 'data', id: '1', payload: 'late' })
    old.onclose?.()
    last().accept()
    last().say({ type: 'data', id: '1', payload: 'new' })
    expect([heard, realtime.state.get()]).toEqual([['new'], 'connected'])
  })

  it('a connection waits for a token that must be fetched', async () => {
    const realtime = createRealtime({
      open: openConnection,
      token: async () => 'fetched',
      refreshToken: async () => {},
    })
    realtime.listen('my', () => {}, vi.fn())
    last().readyState = 1
    last().onopen?.()
    expect(last().sent).toEqual([])
    await Promise.resolve()
    expect(last().sent).toEqual([{ type: 'connection_init', payload: { idToken: 'fetched' } }])
  })

  it('a renewed ID token is sent over the open connection, without a restart', () => {
    const realtime = make()
    const started = vi.fn()
    realtime.listen('my', () => {}, started)
    realtime.showToken('too early')
    last().accept()
    realtime.showToken('renewed')
    last().say({ type: 'connection_ack' })
    expect([wires.length, last().sent.map(({ type }) => type)]).toEqual([
      1,
      ['connection_init', 'start', 'connection_init'],
    ])
    expect(last().sent.at(-1)).toEqual({ type: 'connection_init', payload: { idToken: 'renewed' } })
  })
})

describe('a refused channel', () => {
  const refused = (code: string) =>
    last().say({ type: 'error', id: '1', payload: { errors: [{ code, message: 'No.' }] } })

  it('is started again by a new connection when the refusal passes, and is not called connected until then', () => {
    const realtime = make()
    realtime.listen(
      'giveaways/1',
      () => {},
      () => {},
    )
    last().accept()
    refused('internal')
    expect(realtime.state.get()).toBe('disrupted')
    vi.advanceTimersByTime(5000)
    last().accept()
    expect([wires.length, last().sent.at(-1)?.type, realtime.state.get()]).toEqual([2, 'start', 'connected'])
  })

  it('stays silent when the user may not read it', () => {
    const realtime = make()
    realtime.listen(
      'admin/orders',
      () => {},
      () => {},
    )
    last().accept()
    refused('Unauthorized')
    vi.advanceTimersByTime(20_000)
    expect([wires.length, realtime.state.get()]).toEqual([1, 'connected'])
  })
})
