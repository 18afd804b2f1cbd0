import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

const DOMAINS = 5000

const digestOf = (index: number) => hash('sha256', `line ${index}`, 'hex')

/** The credential of a line: unordered, as leaks are. */
const credentialAt = (index: number) => {
  const digest = digestOf(index)
  return { address: `${digest.slice(0, 12)}@company${index % DOMAINS}.example`, secret: digest.slice(12, 44) }
}

/** Line `index` of a generated combo list. */
export const comboLine = (index: number): string => {
  const { address, secret } = credentialAt(index)
  return `${address}:${secret.slice(0, 12)}\n`
}

/** The same row as the import would write it, for COPY's text format. */
export const copyLine = (index: number): string => {
  const { address, secret } = credentialAt(index)
  return `${address}\t1\t\\\\x${secret}\t2026-01-01\n`
}

const BLOCK = 10_000

/** `count` lines in blocks, so that neither side holds them all. */
export function* blocksOf(line: (index: number) => string, count: number): Generator<string> {
  for (let start = 0; start < count; start += BLOCK) {
    const size = Math.min(BLOCK, count - start)
    yield Array.from({ length: size }, (_, offset) => line(start + offset)).join('')
  }
}

export const writeLines = async (path: string, count: number): Promise<void> => {
  const file = createWriteStream(path)
  for (const block of blocksOf(comboLine, count)) if (!file.write(block)) await once(file, 'drain')
  file.end()
  await once(file, 'finish')
}
