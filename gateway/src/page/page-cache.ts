import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '../registry/storage/stored-file.ts'
import type { CurrentRelease } from '../release/release-source.ts'
import type { RenderedPage } from './render-page.ts'

/** A page ready to be sent, in every encoding. */
export type ReadyPage = Omit<RenderedPage, 'html'> & {
  readonly plain: Buffer
  readonly encoded: Readonly<Record<Encoding, Buffer>>
}

/** Origins come from requests: whoever invents them must not fill the memory. */
const maximumPages = 200

/** Pages of the releases that are asked for; a page of a release is rendered and compressed once. */
export const createPageCache = () => {
  const pages = new Map<string, Promise<ReadyPage>>()

  return {
    get: ({ release }: CurrentRelease, page: string, render: () => Promise<RenderedPage>): Promise<ReadyPage> => {
      const key = `${release.id} ${page}`
      const known = pages.get(key)
      if (known) return known
      // Pages of releases that were replaced go with the rest.
      if (pages.size >= maximumPages) pages.clear()
      const made = render().then(compress)
      pages.set(key, made)
      // A failure is not kept: the next request tries again.
      made.catch(() => pages.delete(key))
      return made
    },
  }
}

const compress = async ({ html, ...hashes }: RenderedPage): Promise<ReadyPage> => {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(plain),
  ])
  return { ...hashes, plain, encoded: { br, gzip: gz } }
}
