import { createBinaryFingerprint, fingerprintOfHash, type Fingerprint } from '../../base/store/fingerprint.ts'
import { addressKey, bigintOf, hash64, int64Of, type Int64 } from '../../base/store/text-hash.ts'
import { registeredDomain } from '../../base/store/registered-domain.ts'
import type { ReadCredential } from '../reading/credential.ts'
import { maxBytesOf } from '../../base/store/utf8.ts'
import { createCopyWriter } from './copy-rows.ts'
import { createFreshRows } from './fresh-rows.ts'
import { createTagRows, type ProofOptions } from './tag-rows.ts'
import { createWatchList } from './watch-list.ts'

/** `ordinal` counts within the import. */
export type Sighting = {
  readonly ordinal: number
  /** `YYYY-MM-DD`; `null`: the import's day. */
  readonly day: string | null
  readonly machine: string | null
  readonly kinds: readonly string[]
  /** `null`: no password. */
  readonly secret: string | null
}

/** Rows for COPY, without clear passwords. */
export type PackedCredentials = {
  readonly count: number
  readonly freshCount: number
  /** The first field is the sighting's ordinal. */
  readonly fresh: Uint8Array<ArrayBuffer>
  readonly rows: Uint8Array<ArrayBuffer>
  /** Hosts that earlier batches lack. */
  readonly hosts: string
  /** Sightings that earlier batches lack. */
  readonly sightings: readonly Sighting[]
  readonly ordinals: readonly number[]
  /** For COPY. */
  readonly tags: string
}

export type Packer = {
  add(credentials: readonly ReadCredential[]): void
  take(): PackedCredentials
}

const MAX_REMEMBERED = 500_000
const UNSAFE = /[\\\t\n\r]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const copyText = (text: string): string =>
  UNSAFE.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign) : text

const kindOf = ({ secret }: ReadCredential): string | null => {
  if (secret === undefined || secret.value === '') return null
  return secret.kind === 'plain' ? 'plain' : secret.type
}

/** '' without a password. */
const printOf = (fingerprint: Fingerprint, { address, secret }: ReadCredential): string => {
  if (secret === undefined || secret.value === '') return ''
  return secret.kind === 'plain'
    ? fingerprint(address, secret.value)
    : fingerprintOfHash(fingerprint, address, secret.value)
}

/** Reads `https://user@host:8080/path` and `host/path` alike. */
export const websiteHost = (website: string | undefined): string | undefined => {
  if (website === undefined) return undefined
  const [, host = ''] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@?#]*@)?(\[[\da-f:.]+\]|[^/:?#\s]+)/i.exec(website.trim()) ?? []
  return host === '' ? undefined : host.toLowerCase()
}

const createHosts = () => {
  const known = new Map<string, Int64>()
  let lines: string[] = []
  return {
    of: (name: string): Int64 => {
      const found = known.get(name)
      if (found) return found
      if (known.size >= MAX_REMEMBERED) known.clear()
      const made = hash64(name)
      known.set(name, made)
      lines.push(`${bigintOf(made)}\t${copyText(name)}\t${copyText(registeredDomain(name))}\n`)
      return made
    },
    take: () => {
      const taken = lines.join('')
      lines = []
      return taken
    },
  }
}

const createSightings = () => {
  const known = new Map<string, number>()
  let made: Sighting[] = []
  let named = new Set<number>()
  let next = 0
  let last: (Omit<Sighting, 'day' | 'machine'> & Pick<ReadCredential, 'day' | 'machine'>) | undefined
  const ordinalOf = ({ day, machine, kinds }: ReadCredential, secret: string | null): number => {
    const key = `${secret}\t${day}\t${kinds.join(',')}\t${machine}`
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= MAX_REMEMBERED) known.clear()
    const ordinal = next++
    known.set(key, ordinal)
    made.push({ ordinal, day: day ?? null, machine: machine ?? null, kinds: kinds.toSorted(), secret })
    return ordinal
  }
  return {
    ordinalOf: (credential: ReadCredential, secret: string | null): number => {
      const { day, machine, kinds } = credential
      if (last?.secret === secret && last.day === day && last.machine === machine && last.kinds === kinds)
        return last.ordinal
      last = { ordinal: ordinalOf(credential, secret), day, machine, kinds, secret }
      named.add(last.ordinal)
      return last.ordinal
    },
    take: () => {
      const taken = { sightings: made, ordinals: [...named] }
      made = []
      named = new Set()
      last = undefined
      return taken
    },
  }
}

/** Key of a pair within its address (M-NUM-17). */
const createPairKey = (source: string) => {
  const ofSource = hash64(source)
  return (address: string, print: string): Int64 => {
    if (print === '') return hash64(`${source}\t${address}`)
    const { high, low } = int64Of(print)
    return { high: high ^ ofSource.high, low: low ^ ofSource.low }
  }
}

const FIELDS = 7
const FIXED_BYTES = FIELDS * 4 + 3 * 8 + 16 + 2 * 4

export type PackerOptions = {
  /** Absent: no row is fresh. */
  readonly watched?: Uint8Array | undefined
  /** Absent: no tags. */
  readonly proof?: ProofOptions | undefined
}

export const createPacker = (
  fingerprintKey: Uint8Array,
  source: string,
  { watched, proof }: PackerOptions = {},
): Packer => {
  const fingerprint = createBinaryFingerprint(fingerprintKey)
  const hosts = createHosts()
  const sightings = createSightings()
  const pairKey = createPairKey(source)
  const freshRows = createFreshRows(watched && createWatchList(watched))
  const tagRows = createTagRows(proof)
  const writer = createCopyWriter()
  let count = 0
  const add = (credential: ReadCredential): void => {
    const { address } = credential
    const at = address.lastIndexOf('@')
    const local = address.slice(0, at)
    const domain = hosts.of(address.slice(at + 1))
    const print = printOf(fingerprint, credential)
    const website = websiteHost(credential.website)
    const key = { address: addressKey(domain, local), domain, pair: pairKey(address, print) }
    writer.begin(FIELDS, FIXED_BYTES + maxBytesOf(local))
    writer.int32(sightings.ordinalOf(credential, kindOf(credential)))
    writer.int64(key.address)
    writer.int64(key.pair)
    if (print === '') writer.none()
    else writer.bytes(print)
    writer.int32(domain.low)
    if (website === undefined) writer.none()
    else writer.int64(hosts.of(website))
    writer.text(local)
    freshRows.add(key)
    tagRows.add(key, credential)
    count += 1
  }
  return {
    add: (credentials) => {
      for (const credential of credentials) add(credential)
    },
    take: () => {
      const { fresh, rest } = freshRows.take()
      const rows = { count, freshCount: fresh.length, fresh: writer.copy(fresh), rows: writer.copy(rest) }
      writer.clear()
      count = 0
      return { ...rows, hosts: hosts.take(), tags: tagRows.take(), ...sightings.take() }
    },
  }
}
