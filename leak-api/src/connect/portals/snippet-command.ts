import {
  ANALYTICS_ELEMENT,
  ANALYTICS_REMOTE,
  API_BASE,
  CHANNEL_PATTERN,
  DEFAULT_CHANNEL,
  EMBED_MANIFEST,
  embedBase,
  embedManifestSchema,
  versionSchema,
} from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { Misuse, type CommandLine } from '@atalaia/server'
import { z } from 'zod'

const TIMEOUT_MS = 15_000

type SnippetParts = {
  readonly fetch?: typeof globalThis.fetch
}

type Pinned = { readonly version: string; readonly src: string; readonly integrity: string; readonly api: string }

const gatewayOf = (text: string | undefined): URL => {
  if (text === undefined) throw new Misuse('snippet: GATEWAY is missing: its address, such as https://atalaia.example')
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text)
  throw new Misuse(`snippet: GATEWAY ${text} is no http(s) address`)
}

const pointerOf = (text = DEFAULT_CHANNEL): string => {
  if (versionSchema.safeParse(text).success || CHANNEL_PATTERN.test(text)) return text
  throw new Misuse(`snippet: ${text} is neither a version nor a channel`)
}

const createReader = (fetch: typeof globalThis.fetch) => async (url: URL) => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
    throw new Error(`${url.href}: no answer`, { cause })
  })
  if (answer.status === 404) throw new Error(`${url.href}: there is no such version or channel (404)`)
  if (!answer.ok) throw new Error(`${url.href}: ${answer.status}`)
  return answer
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const pin = async (gateway: URL, pointer: string, { fetch = globalThis.fetch }: SnippetParts): Promise<Pinned> => {
  const read = createReader(fetch)
  const manifestUrl = new URL(embedBase(ANALYTICS_REMOTE, pointer) + EMBED_MANIFEST, gateway)
  const manifest = embedManifestSchema.safeParse(parseJson(await (await read(manifestUrl)).text()))
  if (!manifest.success) throw new Error(`${manifestUrl.href}: this is no gateway of ours`)
  const { version, entry, integrity } = manifest.data
  const src = new URL(embedBase(ANALYTICS_REMOTE, version) + entry, gateway)
  const script = new Uint8Array(await (await read(src)).arrayBuffer())
  if (integrityOf(script) !== integrity)
    throw new Error(`${src.href}: the script does not match its hash; something on the way changes it`)
  return { version, src: src.href, integrity, api: new URL(API_BASE, gateway).href }
}

const snippetText = ({ src, integrity, api }: Pinned) => `<script
  type="module"
  src="${src}"
  integrity="${integrity}"
  crossorigin="anonymous"
></script>
<${ANALYTICS_ELEMENT} api="${api}"></${ANALYTICS_ELEMENT}>
`

/** M-EMBED-32 */
export const addSnippetCommand = ({ program, action }: CommandLine, parts: SnippetParts = {}): void => {
  program
    .command('snippet [words...]')
    .usage('GATEWAY [VERSION]')
    .summary('GATEWAY [VERSION]: the markup for a page, with the hash of the version')
    .description(
      `The markup for a portal's page: the script of VERSION, held to its hash, and the element. VERSION is a version or a\n` +
        `channel (default: ${DEFAULT_CHANNEL}), of which the version of today is taken. It can be run anywhere.`,
    )
    .action(
      action(z.object({}), async ({ operands: [gateway, version, ...others] }) => {
        if (others.length > 0) throw new Misuse(`snippet: unexpected argument: ${others.join(' ')}`)
        const pinned = await pin(gatewayOf(gateway), pointerOf(version), parts)
        return { text: snippetText(pinned), json: pinned }
      }),
    )
}
