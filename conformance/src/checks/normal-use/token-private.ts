import { fakeToken } from '../../stage/tokens.ts'
import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const tokenPrivate: Check = {
  id: 'token-private',
  chapter: 'good guest',
  promise: 'The token goes to the API in a header, and is never in an attribute, an address, a storage or an event',
  run: async (stage) => {
    const token = fakeToken()
    const asked: string[] = []
    const note = (request: { url(): string }) => asked.push(request.url())
    stage.page.on('request', note)
    const places = await withInstance(stage, { token }, async ({ mounted }) => {
      const kept = await mounted.handle.evaluate(({ container, element }) => ({
        'an attribute': container.outerHTML + element.outerHTML + (element.shadowRoot?.innerHTML ?? ''),
        'a storage': JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie,
        'the address': location.href,
      }))
      return { ...kept, 'an event': JSON.stringify(await mounted.events()) }
    })
    stage.page.off('request', note)
    const all = { ...places, 'the address of a request': asked.join(' '), 'the console': stage.console.join(' ') }
    const found = Object.entries(all).filter(([, text]) => text.includes(token))
    return keptUnless(found.map(([place]) => `the token is in ${place}`))
  },
}
