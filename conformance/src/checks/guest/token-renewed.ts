import { expiredToken, fakeToken } from '../../stage/tokens.ts'
import { shown } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

const REFUSED = { kind: 'status', status: 401 } as const
const WORKS = { kind: 'works' } as const

export const tokenRenewed: Check = {
  id: 'token-renewed',
  chapter: 'good guest',
  promise: 'getToken is asked at first, and again after expiry and after a 401; nobody sees an error then',
  run: async (stage) => {
    const problems: string[] = []
    const play = async (tokens: readonly [string, string], why: string) => {
      const api = stage.api()
      api.answer(({ authorization }) => (authorization === `Bearer ${tokens[1]}` ? WORKS : REFUSED))
      const mounted = await stage.mount({ tokens, attributes: { api: api.url } })
      try {
        await mounted.untilShown(shown(api.leaks))
        const asked = await mounted.asked()
        if (asked[0] !== 'initial') problems.push(`the first time it asks for "${asked[0]}"`)
        if (asked[1] !== why) problems.push(`in place of "${why}" it asks for "${asked[1]}"`)
        if (asked.length > 2) problems.push(`it asks ${asked.length} times`)
        const ended = [...(await mounted.events('error')), ...(await mounted.events('session-expired'))]
        if (ended.length > 0) problems.push(`it says ${ended.map(({ type }) => type).join(', ')} all the same`)
      } finally {
        await mounted.remove()
      }
    }
    await play([fakeToken(), fakeToken()], 'unauthorized')
    await play([expiredToken(), fakeToken()], 'expired')
    return keptUnless(problems)
  },
}
