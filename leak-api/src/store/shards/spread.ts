import { openPostgres, type Database, type Queryable } from '@atalaia/database'
import { messageOf } from '@atalaia/server'
import { compare, copyTable, LONG, partsOf, PATIENT } from '../copy-database.ts'
import { lockWritersOut } from '../write-lock.ts'
import { readServerAddress, readServerAddresses, type ServerAddress } from './server-address.ts'
import {
  addKeys,
  addWholeKey,
  attach,
  attachForeign,
  claim,
  columnsOf,
  detach,
  dropStrays,
  dropUnusedServers,
  keepExtension,
  keepServer,
  placeCheck,
  placesOf,
  SPREAD_TABLES,
  wholeKeysOf,
  type Place,
} from './shards-repository.ts'

export type SpreadSettings = {
  /** The address of `database`. */
  readonly databaseUrl: string
  /** The servers that are to have the partitions, as `DATABASE_SHARDS` names them; none: that of `database` alone. */
  readonly shards: readonly string[]
}

export type Move = {
  readonly part: number
  /** Empty: the server of `DATABASE_URL`. */
  readonly from: string | undefined
  readonly to: string | undefined
}

/** A server with a connection to it; the server of `DATABASE_URL` has no address. */
type Opened = { readonly address: ServerAddress; readonly server: Database; readonly name: string }

/** The label of the database's own address; `undefined` for an address that a foreign server cannot have: it is no server of the setting then. */
const labelOfOwn = (databaseUrl: string): string | undefined => {
  try {
    return readServerAddress('DATABASE_URL', databaseUrl).label
  } catch {
    return undefined
  }
}

/** The servers that are wanted, in their order; `undefined` for that of `DATABASE_URL`. */
const wantedServers = ({ databaseUrl, shards }: SpreadSettings): readonly (ServerAddress | undefined)[] => {
  const here = labelOfOwn(databaseUrl)
  const addresses = readServerAddresses('DATABASE_SHARDS', shards)
  return addresses.length === 0
    ? [undefined]
    : addresses.map((address) => (address.label === here ? undefined : address))
}

const planOf = (places: readonly Place[], wanted: readonly (ServerAddress | undefined)[]): readonly Move[] =>
  places
    .map(({ part, label }) => ({ part, from: label, to: wanted[part % wanted.length]?.label }))
    .filter(({ from, to }) => from !== to)

/** The partitions that do not lie as the setting wants it, and where all of them lie. */
export const planSpread = async (database: Queryable, settings: SpreadSettings) => {
  const places = await placesOf(database)
  return { places, moves: planOf(places, wantedServers(settings)) }
}

/**
 * Takes the keys from the two tables as a whole, of which partitions on other servers can be no part; each partition keeps its
 * own. That all rows are where they belong is looked at before, while others read and write.
 */
const dropWholeKeys = async (database: Database, parts: number): Promise<void> => {
  if ((await wholeKeysOf(database)).length === 0) return
  const all = SPREAD_TABLES.flatMap((table) => Array.from({ length: parts }, (_, part) => ({ table, part })))
  for (const { table, part } of all) {
    const check = await placeCheck(database, table, { part, parts })
    const alter = `ALTER TABLE ${table}_${part}`
    await database.script(`${alter} DROP CONSTRAINT IF EXISTS place`)
    await database.script(`${alter} ADD ${check} NOT VALID`)
    await database.transaction((on) => on.script(`${alter} VALIDATE CONSTRAINT place`), LONG)
  }
  await database.transaction(async (on) => {
    await lockWritersOut(on)
    for (const { table, part } of all) await on.script(detach(table, part))
    for (const { table, name } of await wholeKeysOf(on)) await on.script(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    for (const { table, part } of all) await on.script(attach(table, { part, parts }))
  }, LONG)
}

const addWholeKeys = async (database: Database): Promise<void> => {
  if ((await wholeKeysOf(database)).length > 0) return
  await database.transaction(async (on) => {
    await lockWritersOut(on)
    for (const table of SPREAD_TABLES) await on.script(addWholeKey(table))
    await dropUnusedServers(on)
  }, LONG)
}

type Moving = {
  readonly part: number
  readonly parts: number
  readonly from: string | undefined
  readonly to: Opened | undefined
  readonly onShare: (share: number) => void
}

/** The rows of a partition into new tables with its keys, each compared. */
const copyPartition = async (source: Queryable, target: Queryable, moving: Moving, suffix: string) => {
  const { part, parts, onShare } = moving
  const tables = SPREAD_TABLES.map((table) => ({ table, name: `${table}_${part}`, into: `${table}_${part}${suffix}` }))
  let blocks = 0
  for (const { name } of tables) for (const each of await partsOf(source, name)) blocks += each.blocks
  let read = 0
  for (const { table, name, into } of tables) {
    const { names, definitions } = await columnsOf(source, table)
    const check = suffix === '' ? '' : `, ${await placeCheck(source, table, { part, parts })}`
    await target.script(`DROP TABLE IF EXISTS ${into}; CREATE TABLE ${into} (${definitions}${check})`)
    const onRead = (more: number) => onShare((read += more) / blocks)
    await copyTable({ source, target, onRead }, { name, into, columns: names })
    await target.script(addKeys(table, part, into))
    await compare({ source, target }, { name, into, columns: names })
  }
}

const HOME = '_home'

/** SQL that puts what was copied into the place of what was there. */
const swap = (moving: Moving): string =>
  SPREAD_TABLES.map((table) => {
    const { part, from, to } = moving
    const drop = `${detach(table, part)}; DROP ${from === undefined ? '' : 'FOREIGN '}TABLE ${table}_${part}`
    const put =
      to === undefined
        ? `ALTER TABLE ${table}_${part}${HOME} RENAME TO ${table}_${part}; ${attach(table, moving)}`
        : attachForeign(table, moving, to.name)
    return `${drop}; ${put}`
  }).join(';')

/**
 * Moves a partition. Nobody writes meanwhile; people read where it was until all is compared. Cut off, it is where it was, and
 * the next spread begins it anew.
 */
const movePartition = async (database: Database, moving: Moving): Promise<void> => {
  const { part, from, to } = moving
  await database.transaction(async (on) => {
    await on.script(PATIENT)
    await lockWritersOut(on)
    const now = (await placesOf(on)).find((place) => place.part === part)
    if (now?.label !== from) throw new Error(`partition ${part}: somebody else has moved it meanwhile`)
    if (to === undefined) await copyPartition(on, on, moving, HOME)
    else
      await to.server.transaction(async (target) => {
        await target.script(PATIENT)
        await copyPartition(on, target, moving, '')
      }, LONG)
    await on.script(swap(moving))
  }, LONG)
}

const CONNECTIONS = 2

const dropAllStrays = async (database: Database, opened: readonly Opened[]): Promise<void> => {
  const places = await placesOf(database)
  for (const { address, server } of opened)
    await dropStrays(
      server,
      places.filter(({ label }) => label === address.label).map(({ part }) => part),
    )
}

const openAll = async (database: Database, settings: SpreadSettings) => {
  const opened: Opened[] = []
  const close = async () => {
    for (const { server } of opened) await server.close()
  }
  try {
    for (const address of wantedServers(settings)) {
      if (address === undefined) continue
      if (opened.length === 0) await keepExtension(database)
      const server = await openPostgres(address.url, CONNECTIONS).catch((cause: unknown) => {
        throw new Error(`${address.label}: ${messageOf(cause)}`, { cause })
      })
      const place = { address, server, name: '' }
      opened.push(place)
      const id = await claim(database, server, address.label)
      const name = await database.transaction((on) => keepServer(on, id, address))
      const same = opened.find((other) => other.name === name)
      if (same) throw new Error(`${same.address.label} and ${address.label}: they are the same database`)
      opened.splice(-1, 1, { ...place, name })
    }
    return { opened, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Moves the partitions of the credentials to the servers of the setting, one at a time (M-SHARD-1). What was cut off is
 * gone on with by the next call.
 */
export const spread = async (
  database: Database,
  settings: SpreadSettings,
  onProgress?: (move: Move, share: number) => void,
): Promise<readonly Move[]> => {
  const { opened, close } = await openAll(database, settings)
  try {
    // After the addresses are up to date.
    const { places, moves } = await planSpread(database, settings)
    await dropAllStrays(database, opened)
    if (opened.length > 0) await dropWholeKeys(database, places.length)
    for (const move of moves) {
      const onShare = (share: number) => onProgress?.(move, share)
      const to = opened.find(({ address }) => address.label === move.to)
      await movePartition(database, { part: move.part, parts: places.length, from: move.from, to, onShare })
      onProgress?.(move, 1)
    }
    await dropAllStrays(database, opened)
    if ((await placesOf(database)).every(({ label }) => label === undefined)) await addWholeKeys(database)
    // The planner knows of other servers what it is told.
    else await database.transaction((on) => on.script(`ANALYZE ${SPREAD_TABLES.join(', ')}`), LONG)
    return moves
  } finally {
    await close()
  }
}
