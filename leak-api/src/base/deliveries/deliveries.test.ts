import { sql, type Database } from '@atalaia/database'
import { nullable, object, string } from 'zod/mini'
import { createSender } from '../../../testing/deliveries.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { HOUR_MS } from '../clock.ts'
import { countDeliveries, createDeliveryQueue, enqueueDelivery, type NewDelivery } from './delivery-queue.ts'
import type { Attempt, Channel } from './send-deliveries.ts'

const START = Date.parse('2026-11-21T15:00:00Z')
const HOUR = 3600
const DAY = 24 * HOUR
const at = (seconds: number) => new Date(START + seconds * 1000)

const note: NewDelivery = {
  channel: 'mail',
  to: 'ana@acme.com',
  kind: 'note',
  body: 'um segredo',
  at: at(0),
  until: at(3 * HOUR),
  stop: 'https://atalaia.example/parar',
}
const stateSchema = object({ outcome: nullable(string()), body: nullable(string()), failure: nullable(string()) })
const stateOf = async (database: Database) =>
  (await database.query(stateSchema, sql`SELECT outcome, body, last_failure AS failure FROM delivery`))[0]

const createChannel = (changes: Partial<Channel> = {}) => {
  const made: string[] = []
  const answer: { now: Attempt } = { now: { status: 'sent' } }
  const channel: Channel = {
    name: 'mail',
    atOnce: 2,
    leaseMs: 600_000,
    longestDelayMs: HOUR_MS,
    deliver: async ({ id }) => {
      made.push(id)
      return answer.now
    },
    ...changes,
  }
  return { channel, made, answer }
}

const createWorld = (database: Database, channel: Channel) => {
  let now = START
  const lines: string[] = []
  const write = (facts: object, message: string) => void lines.push(`${message} ${JSON.stringify(facts)}`)
  const parts = { database, clock: () => new Date(now), log: { info: write, warn: write } }
  const sender = createSender(parts, channel)
  const send = (seconds = 0) => {
    now += seconds * 1000
    return sender.sendDue()
  }
  return { send, sender, lines, now: () => now }
}

onPostgres((database) => {
  // Rule: M-DELIVERY-1
  test('of several processes one makes a delivery, and what it said is forgotten', async () => {
    const { channel, made } = createChannel()
    for (let number = 0; number < 6; number += 1) await enqueueDelivery(database(), note)
    const worlds = [1, 2, 3].map(() => createWorld(database(), channel))
    await Promise.all(worlds.map(({ send }) => send()))
    await worlds[0]?.send()
    expect([made.length, new Set(made).size]).toEqual([6, 6])
    expect(await stateOf(database())).toEqual({ outcome: 'sent', body: null, failure: null })
    const rows = await database().query(object({ row: string() }), sql`SELECT delivery::text AS row FROM delivery`)
    expect(JSON.stringify([rows, worlds.map(({ lines }) => lines)])).not.toMatch(/segredo|parar/)
    expect(worlds.flatMap(({ lines }) => lines).join()).not.toContain('@')
  })

  // Rule: M-DELIVERY-2
  test('the delay doubles up to the longest, and the last attempt is a minute before the end', async () => {
    const { channel, made, answer } = createChannel()
    answer.now = { status: 'deferred', failure: 'EAWAY' }
    await enqueueDelivery(database(), note)
    const { send, now } = createWorld(database(), channel)
    const waits: number[] = []
    await send()
    for (let tries = 1; (await stateOf(database()))?.outcome === null; tries += 1) {
      const [row] = await database().query(object({ due: string() }), sql`SELECT due_at::text AS due FROM delivery`)
      const wait = (Date.parse(row?.due ?? '') - now()) / 1000
      waits.push(wait)
      await send(wait - 1)
      expect(made).toHaveLength(tries)
      await send(1)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3330])
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(3 * HOUR - 60)
    expect(await stateOf(database())).toEqual({ outcome: 'expired', body: null, failure: 'EAWAY' })
  })

  // Rule: M-DELIVERY-2
  test('a receiver that asks for a pause gets it, up to the longest delay', async () => {
    const { channel, made, answer } = createChannel()
    await enqueueDelivery(database(), note)
    const { send } = createWorld(database(), channel)
    answer.now = { status: 'deferred', pauseMs: 600_000 }
    for (const seconds of [0, 599]) await send(seconds)
    expect(made).toHaveLength(1)
    answer.now = { status: 'deferred', pauseMs: 2 * HOUR_MS }
    await send(1)
    expect(made).toHaveLength(2)
    await send(HOUR - 1)
    expect(made).toHaveLength(2)
    await send(1)
    expect(made).toHaveLength(3)
  })

  // Rule: M-DELIVERY-2
  test('what nobody could try in its time expires, and what is refused is given up at once', async () => {
    const { channel, made, answer } = createChannel()
    await enqueueDelivery(database(), note)
    const { send } = createWorld(database(), channel)
    await send(3 * HOUR)
    expect([made, await stateOf(database())]).toMatchObject([[], { outcome: 'expired', body: null }])
    answer.now = { status: 'refused', failure: 'EGONE' }
    await enqueueDelivery(database(), { ...note, until: at(DAY) })
    for (const seconds of [0, HOUR]) await send(seconds)
    expect(made).toHaveLength(1)
    expect(await countDeliveries(database())).toEqual([
      { channel: 'mail', kind: 'note', state: 'expired', deliveries: 1 },
      { channel: 'mail', kind: 'note', state: 'refused', deliveries: 1 },
    ])
  })

  // Rule: M-DELIVERY-1
  test('what a process that died had taken is made by another one after its lease, and a late end changes nothing', async () => {
    const queue = createDeliveryQueue(database(), { name: 'mail' })
    await enqueueDelivery(database(), note)
    const dead = await queue.take(at(0), at(600))
    expect(await queue.take(at(599), at(1200))).toBeUndefined()
    const next = await queue.take(at(600), at(1200))
    expect([dead?.attempts, next?.attempts, next?.id === dead?.id]).toEqual([1, 2, true])
    if (dead) await queue.end(dead, 'refused', at(601), {})
    expect(await stateOf(database())).toMatchObject({ outcome: null, body: 'um segredo' })
  })

  // Rule: M-DELIVERY-1
  test('deliveries with one key are one, and that of a transaction that was rolled back is none', async () => {
    expect(await enqueueDelivery(database(), { ...note, onceKey: 'k' })).toBe(true)
    expect(await enqueueDelivery(database(), { ...note, onceKey: 'k' })).toBe(false)
    const rolledBack = database().transaction(async (transaction) => {
      await enqueueDelivery(transaction, note)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await countDeliveries(database())).toMatchObject([{ state: 'waiting', deliveries: 1 }])
  })

  // Rule: M-DELIVERY-3
  test('what has ended is forgotten after 30 days', async () => {
    const { channel } = createChannel()
    await enqueueDelivery(database(), note)
    const { send } = createWorld(database(), channel)
    await send()
    await send(30 * DAY)
    expect(await countDeliveries(database())).toHaveLength(1)
    await send(1)
    expect(await countDeliveries(database())).toEqual([])
  })

  // Rule: M-HOOK-3, M-DELIVERY-1
  test('a receiver that takes turns gets one delivery at a time, the oldest first, and goes with its organisation', async () => {
    const api = await createTestApi(database())
    await api.tokenOf('ana@acme.com')
    await database().execute(sql`DELETE FROM delivery`)
    const [first, second] = await database().query(
      object({ id: string() }),
      sql`INSERT INTO webhook (id, organisation_id, name, template, least, address, secret, created_at, run_id)
       SELECT gen_random_uuid(), id, 'w', 'atalaia', 'baixa', '', '', now(), 0 FROM organisation, generate_series(1, 2)
       RETURNING id::text`,
    )
    const receivers = [first?.id ?? '', second?.id ?? '']
    for (const [index, to] of [...receivers, ...receivers].entries())
      await enqueueDelivery(database(), { ...note, channel: 'webhook', to, kind: `${index}`, at: at(index - 10) })
    const order: string[] = []
    const busy = new Set<string>()
    const { channel } = createChannel({
      name: 'webhook',
      turns: { table: 'webhook', key: 'id' },
      deliver: async ({ to, kind }) => {
        expect(busy.has(to)).toBe(false)
        busy.add(to)
        order.push(kind)
        await database().query(object({}), sql`SELECT pg_sleep(0)`)
        busy.delete(to)
        return { status: 'sent' }
      },
    })
    await Promise.all([1, 2, 3].map(() => createWorld(database(), channel).send()))
    expect(order.toSorted()).toEqual(['0', '1', '2', '3'])
    expect(order.indexOf('0')).toBeLessThan(order.indexOf('2'))
    expect(order.indexOf('1')).toBeLessThan(order.indexOf('3'))
    await database().execute(sql`DELETE FROM organisation`)
    expect(await countDeliveries(database())).toEqual([])
  })
})
