import type { Door } from '@atalaia/conformance'
import type { BrowserContext } from '@playwright/test'
import { breakEmbed, breakModule } from './break-embed.ts'
import { brokenEmbeds } from './broken-embeds.ts'

/** What a portal gets at another door than the element's, broken on purpose. */
export type BrokenDoor = {
  readonly name: string
  readonly door: Exclude<Door, 'element'>
  prepare(context: BrowserContext): Promise<unknown>
  /** Each promise that it breaks, with what the suite has to say. */
  readonly breaks: Readonly<Record<string, RegExp>>
}

const embedThat = (name: string) => {
  const found = brokenEmbeds.find((broken) => broken.name === name)
  if (!found) throw new Error(`there is no broken embed that ${name}`)
  return found
}

export const brokenDoors: readonly BrokenDoor[] = [
  {
    name: 'leaves traces',
    door: 'federation',
    prepare: (context) =>
      breakModule(
        context,
        `(place, given) => {
          localStorage.setItem('atalaia', String(Math.random()))
          document.head.append(document.createElement('meta'))
          window.addEventListener('resize', () => place)
          setInterval(() => place, 100_000)
          place.setAttribute('style', 'opacity: 1')
          Promise.resolve(given.getToken?.('initial') ?? given.token).then((token) => place.setAttribute('data-token', token))
          setTimeout(() => { throw new Error('broken on purpose') })
          return mount(place, given)
        }`,
      ),
    breaks: {
      'no-storage': /localStorage\.setItem\(atalaia\)/,
      'own-styles-stay-in': /the nodes of the document/,
      'token-private': /the token is in an attribute/,
      'nothing-left': /listener: resize on Window.*setInterval/,
      policy: /style-src-attr for inline/,
      'no-exception': /broken on purpose/,
    },
  },
  {
    name: 'says and hears nothing',
    door: 'federation',
    prepare: (context) =>
      breakModule(
        context,
        `(place, { onReady, onError, onEmailAdded, ...given }) => {
          console.error = () => {}
          const { unmount } = mount(place, { ...given, onError, ...(!place.isConnected && { onReady }) })
          return { update() {}, unmount }
        }`,
      ),
    breaks: {
      attributes: /with theme="dark" its widgets still have/,
      'parts-chosen': /"Últimos 3 Relatórios" is not shown/,
      'shadow-root': /no event "ready"/,
      'no-token': /0 messages/,
      'broken-api': /0 messages/,
    },
  },
  {
    name: 'hears nothing',
    door: 'frame',
    prepare: (context) => breakEmbed(context, { replace: [['"set"===', '"none"===']] }),
    breaks: {
      attributes: /with theme="dark" its widgets still have/,
      'parts-chosen': /"Últimos 3 Relatórios" is not shown/,
    },
  },
  {
    name: 'says nothing',
    door: 'frame',
    prepare: (context) => breakEmbed(context, embedThat('says nothing')),
    breaks: {
      'no-token': /0 messages/,
      'wrong-api': /0 messages/,
      'unknown-value': /does not name the value/,
    },
  },
  {
    name: 'tells no size',
    door: 'frame',
    prepare: (context) => breakEmbed(context, { replace: [['type:"resize"', 'type:"size"']] }),
    breaks: {
      'content-height': /\d+ px of it are cut off/,
    },
  },
]
