import type { MountOptions } from '../../harness/mount-in-page.ts'
import { fakeToken } from '../../harness/tokens.ts'
import type { Answer } from '../../harness/mock-api.ts'
import type { Harness } from '../../harness/harness.ts'
import { until } from '../../harness/until.ts'
import { keptUnless, type Verdict } from '../../verdict.ts'

export type Misuse = {
  readonly options?: MountOptions
  readonly answer?: Answer
  readonly codes: readonly string[]
  readonly says?: RegExp
  /** A number on the page is a fault: nothing countable arrived. */
  readonly noNumbers?: true
}

/** In the page: texts that are only a number; titles have digits too. */
const readNumbers = (element: Element): readonly string[] => {
  if (!element.shadowRoot) return []
  const texts = document.createTreeWalker(element.shadowRoot, NodeFilter.SHOW_TEXT)
  const numbers: string[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent?.trim() ?? ''
    if (/^\d[\d.,]*$/.test(text)) numbers.push(text)
  }
  return numbers
}

/** Expects a state on the page, one event and one console message. */
export const endsIn = async (
  harness: Harness,
  { options = {}, answer, codes, says, noNumbers }: Misuse,
): Promise<Verdict> => {
  const api = harness.api()
  if (answer) api.answer(() => answer)
  const before = harness.console.length
  const attributes = { api: api.url, ...options.attributes }
  const mounted = await harness.mount({ tokens: [fakeToken()], ...options, attributes })
  try {
    const { detail } = await mounted.untilEvent('error')
    const code = String(detail['code'])
    const alert = mounted.element.locator('[role=alert]').filter({ visible: true }).first()
    const state = await until(
      async () => ((await alert.count()) > 0 ? await alert.innerText() : ''),
      (text) => text !== '',
      harness.patienceMs,
    )
    const numbers = noNumbers ? await mounted.element.evaluate(readNumbers) : []
    const messages = harness.said(before).filter((text) => codes.some((known) => text.includes(known)))
    return keptUnless([
      ...(codes.includes(code) ? [] : [`the event has the code ${code} and not ${codes.join(' or ')}`]),
      ...(state === '' ? ['the page shows no state for it'] : []),
      ...numbers.map((number) => `it shows the number ${number}`),
      ...(messages.length === 1 ? [] : [`the console has ${messages.length} messages of ${codes.join(' or ')}`]),
      ...(says && !messages.some((text) => says.test(text)) ? [`the console does not say ${says.source}`] : []),
    ])
  } finally {
    await mounted.remove()
  }
}
