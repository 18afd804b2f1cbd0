import { createHash } from 'node:crypto'

/** The Subresource Integrity value of a file's content, as descriptors and manifests list it: `sha384-…`. */
export const integrityOf = (content: string | Uint8Array): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`
