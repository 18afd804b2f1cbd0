import type { MountOptions } from '../../stage/mount-in-page.ts'
import { fakeToken } from '../../stage/tokens.ts'
import type { Answer } from '../../stage/mock-api.ts'
import type { Stage } from '../../stage/stage.ts'
import { until } from '../../stage/until.ts'
import { keptUnless, type Verdict } from '../../verdict.ts'

export type Misuse = {
  readonly options?: MountOptions
  readonly answer?: Answer
  /** The code of the event and of the message in the console; any of these. */
  readonly codes: readonly string[]
  /** What the message in the console has to explain. */
  readonly says?: RegExp
}

/** Plays a misuse: it has to end in a state on the page, an event and a message in the console. */
export const endsIn = async (stage: Stage, { options = {}, answer, codes, says }: Misuse): Promise<Verdict> => {
  const api = stage.api()
  if (answer) api.answer(() => answer)
  const before = stage.console.length
  const attributes = { api: api.url, ...options.attributes }
  const mounted = await stage.mount({ tokens: [fakeToken()], ...options, attributes })
  try {
    const { detail } = await mounted.untilEvent('error')
    const code = String(detail['code'])
    const alert = mounted.element.locator('[role=alert]').first()
    const state = await until(
      async () => ((await alert.count()) > 0 ? await alert.innerText() : ''),
      (text) => text !== '',
    )
    const messages = stage.console.slice(before).filter((text) => codes.some((known) => text.includes(known)))
    return keptUnless([
      ...(codes.includes(code) ? [] : [`the event has the code ${code} and not ${codes.join(' or ')}`]),
      ...(state === '' ? ['the page shows no state for it'] : []),
      ...(messages.length === 1 ? [] : [`the console has ${messages.length} messages of ${codes.join(' or ')}`]),
      ...(says && !messages.some((text) => says.test(text)) ? [`the console does not say ${says.source}`] : []),
    ])
  } finally {
    await mounted.remove()
  }
}
