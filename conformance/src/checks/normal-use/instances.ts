import { fakeToken } from '../../stage/tokens.ts'
import { shown, withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

const background = ({ element }: { element: Element }) => {
  const inner = element.shadowRoot?.querySelector('[part~=widget]')
  return inner ? getComputedStyle(inner).backgroundColor : ''
}

export const instances: Check = {
  id: 'instances',
  chapter: 'good guest',
  promise: 'Two instances side by side keep their own tokens, themes and APIs',
  run: async (stage) => {
    const [one, other] = [fakeToken(), fakeToken()]
    return withInstance(stage, { tokens: [one], attributes: { theme: 'dark' } }, (first) =>
      withInstance(stage, { tokens: [other], attributes: { theme: 'light' } }, async (second) => {
        const foreign = (calls: typeof first.api.calls, token: string) =>
          calls.some(({ authorization }) => authorization !== `Bearer ${token}`)
        const [dark, light] = [first, second].map(({ mounted }) => mounted.handle.evaluate(background))
        const texts = [await first.mounted.text(), await second.mounted.text()]
        return keptUnless([
          ...(foreign(first.api.calls, one) || foreign(second.api.calls, other)
            ? ["an API was called with another instance's token"]
            : []),
          ...((await dark) === (await light) ? [`both themes have the background ${await dark}`] : []),
          ...(texts[0]?.includes(shown(second.api.leaks)) || texts[1]?.includes(shown(first.api.leaks))
            ? ["one shows the other's numbers"]
            : []),
        ])
      }),
    )
  },
}
