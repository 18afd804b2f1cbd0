import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '../artifacts/stored-file.ts'
import type { CurrentRelease } from '../release/release-source.ts'
import type { RenderedPage } from './render-page.ts'

/** A page ready to be sent, in every encoding. */
export type ReadyPage = Omit<RenderedPage, 'html'> & {
  readonly plain: Buffer
  readonly encoded: Readonly<Record<Encoding, Buffer>>
}

/** Origins come from requests: whoever invents them must not fill the memory. */
const maximumPages = 200

/** Pages of the current release; a page is rendered and compressed once, and forgotten with its release. */
export const createPageCache = () => {
  const pages = new Map<string, Promise<ReadyPage>>()
  let owner: CurrentRelease | undefined

  return {
    get: (current: CurrentRelease, key: string, render: () => Promise<RenderedPage>): Promise<ReadyPage> => {
      if (owner !== current || pages.size >= maximumPages) pages.clear()
      owner = current
      const known = pages.get(key)
      if (known) return known
      const page = render().then(compress)
      pages.set(key, page)
      // A failure is not kept: the next request tries again.
      page.catch(() => pages.delete(key))
      return page
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
