import type { Harness } from '../../harness/harness.ts'
import { fakeToken } from '../../harness/tokens.ts'
import { LOADING_MS, until } from '../../harness/until.ts'
import { shown, withInstance } from '../../harness/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const tokenPrivate: Check = {
  id: 'token-private',
  chapter: 'good guest',
  promise: 'The token goes to the API in a header, and is never in an attribute, an address, a storage or an event',
  run: async (harness) => {
    const token = fakeToken()
    const asked: string[] = []
    const note = (request: { url(): string }) => asked.push(request.url())
    harness.page.on('request', note)
    const places = await withInstance(
      harness,
      harness.door === 'frame' ? { tokens: [token] } : { token },
      async ({ mounted }) => {
        const inside = await mounted.element.evaluate((host) => host.outerHTML + (host.shadowRoot?.innerHTML ?? ''))
        const kept = await mounted.handle.evaluate(({ container, element }) => ({
          'an attribute': container.outerHTML + element.outerHTML,
          'a storage': JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie,
          'the address': location.href,
        }))
        return {
          ...kept,
          'an attribute': kept['an attribute'] + inside,
          'an event': JSON.stringify(await mounted.events()),
        }
      },
    )
    harness.page.off('request', note)
    const all = { ...places, 'the address of a request': asked.join(' '), 'the console': harness.console.join(' ') }
    const found = Object.entries(all).filter(([, text]) => text.includes(token))
    return keptUnless(found.map(([place]) => `the token is in ${place}`))
  },
}

const SHORT_LIFE_SECONDS = 2
const REFUSED = { kind: 'status', status: 401 } as const
const WORKS = { kind: 'works' } as const

const renew = async (harness: Harness, first: string, why: string): Promise<readonly string[]> => {
  const api = harness.api()
  const second = fakeToken()
  if (why === 'unauthorized')
    api.answer(({ authorization }) => (authorization === `Bearer ${second}` ? WORKS : REFUSED))
  const mounted = await harness.mount({ tokens: [first, second], attributes: { api: api.url } })
  try {
    const asked = await until(mounted.asked, (reasons) => reasons.length > 1, LOADING_MS)
    await mounted.untilShown(shown(api.leaks))
    const ended = [...(await mounted.events('error')), ...(await mounted.events('session-expired'))]
    return [
      ...(asked[0] === 'initial' ? [] : [`the first time it asks for "${asked[0]}"`]),
      ...(asked[1] === why ? [] : [`in place of "${why}" it asks for "${asked[1]}"`]),
      ...(asked.length > 2 ? [`it asks ${asked.length} times`] : []),
      ...ended.map(({ type }) => `it says ${type} all the same`),
    ]
  } finally {
    await mounted.remove()
  }
}

export const tokenRenewed: Check = {
  id: 'token-renewed',
  chapter: 'good guest',
  promise: 'getToken is asked at first, and again after expiry and after a 401; nobody sees an error then',
  place: 'beside',
  run: async (harness) => {
    // At once: each waits for the 3 s that lie between two calls of `getToken`.
    const problems = await Promise.all([
      renew(harness, fakeToken(), 'unauthorized'),
      renew(harness, fakeToken(SHORT_LIFE_SECONDS), 'expired'),
    ])
    return keptUnless(problems.flat())
  },
}
