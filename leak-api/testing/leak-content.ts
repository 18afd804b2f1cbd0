import type { Packer } from '../src/leaks/importing/pack-credentials.ts'
import { createFingerprint } from '../src/base/store/fingerprint.ts'

export const FINGERPRINT_KEY = Buffer.alloc(32, 7)
export const PROOF_KEY = Buffer.alloc(32, 8)

export async function* chunksOf(...texts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

const fingerprint = createFingerprint(FINGERPRINT_KEY)

export const packedLine = (address: string, password = ''): string =>
  `${address} ${password === '' ? '' : fingerprint(address, password)}\n`

export const createTextPacker = (): Packer => {
  let lines: string[] = []
  return {
    add: (credentials) => {
      for (const { address, secret } of credentials) lines.push(packedLine(address, secret?.value))
    },
    take: () => {
      const [count, rows] = [lines.length, new TextEncoder().encode(lines.join(''))]
      lines = []
      return { count, rows, freshCount: 0, fresh: new Uint8Array(), hosts: '', tags: '', sightings: [], ordinals: [] }
    },
  }
}
