import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

const DOMAINS = 5000

const digestOf = (index: number) => hash('sha256', `line ${index}`, 'hex')

/** The credential of a line: unordered, as leaks are. */
const credentialAt = (index: number, domains = DOMAINS) => {
  const digest = digestOf(index)
  return { address: `${digest.slice(0, 12)}@company${index % domains}.example`, secret: digest.slice(12, 44) }
}

/** The address of line `index` of a list with so many domains. */
export const addressOf = (index: number, domains: number): string => credentialAt(index, domains).address

/** Line `index` of a generated combo list. */
export const comboLine = (index: number, domains = DOMAINS): string => {
  const { address, secret } = credentialAt(index, domains)
  return `${address}:${secret.slice(0, 12)}\n`
}

const hostOf = (index: number) => hash('sha256', `company${index % DOMAINS}.example`, 'buffer')

/** The same row as the import writes it, for COPY's text format. Its website is empty. */
export const credentialLine = (index: number): string => {
  const { address, secret } = credentialAt(index)
  const local = address.slice(0, address.indexOf('@'))
  const host = hostOf(index)
  const key = (BigInt(host.readInt32BE(0)) << 32n) | BigInt(hash('sha256', local, 'buffer').readUInt32BE(0))
  return `${key}\t${BigInt.asIntN(64, BigInt(`0x${secret.slice(0, 16)}`))}\t${secret}\t1\t${host.readInt32BE(4)}\t\\N\t${local}\n`
}

const BLOCK = 10_000

/** `count` lines in blocks, so that neither side holds them all. */
export function* blocksOf(line: (index: number) => string, count: number): Generator<string> {
  for (let start = 0; start < count; start += BLOCK) {
    const size = Math.min(BLOCK, count - start)
    yield Array.from({ length: size }, (_, offset) => line(start + offset)).join('')
  }
}

export type Lines = { readonly count: number; readonly domains?: number; readonly first?: number }

/** Writes lines of a combo list, from line `first` (default: 0) on. */
export const writeLines = async (path: string, { count, domains = DOMAINS, first = 0 }: Lines): Promise<void> => {
  const file = createWriteStream(path)
  for (const block of blocksOf((index) => comboLine(first + index, domains), count))
    if (!file.write(block)) await once(file, 'drain')
  file.end()
  await once(file, 'finish')
}
