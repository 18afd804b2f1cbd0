import type { Stage } from '../../stage/stage.ts'
import { fakeToken } from '../../stage/tokens.ts'
import { until } from '../../stage/until.ts'
import { shown } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

/** Seconds. */
const SHORT_LIFE = 2
const REFUSED = { kind: 'status', status: 401 } as const
const WORKS = { kind: 'works' } as const

/** The first token is of no use any more, soon: what is the portal asked for, and what is on the page? */
const renew = async (stage: Stage, first: string, why: string): Promise<readonly string[]> => {
  const api = stage.api()
  const second = fakeToken()
  if (why === 'unauthorized')
    api.answer(({ authorization }) => (authorization === `Bearer ${second}` ? WORKS : REFUSED))
  const mounted = await stage.mount({ tokens: [first, second], attributes: { api: api.url } })
  try {
    const asked = await until(mounted.asked, (reasons) => reasons.length > 1)
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
  run: async (stage) =>
    keptUnless([
      ...(await renew(stage, fakeToken(), 'unauthorized')),
      ...(await renew(stage, fakeToken(SHORT_LIFE), 'expired')),
    ]),
}
