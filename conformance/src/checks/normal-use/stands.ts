import { until } from '../../stage/until.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const stands: Check = {
  id: 'stands',
  chapter: 'good guest',
  promise: 'The element of the page stands, in an open shadow root, with the numbers of its API',
  run: async ({ page }) => {
    const element = page.locator('atalaia-analytics').first()
    const read = () =>
      element.evaluate(({ shadowRoot }) => ({
        open: shadowRoot !== null,
        alert: shadowRoot?.querySelector('[role=alert]')?.textContent ?? '',
        busy: Boolean(shadowRoot?.querySelector('[aria-busy=true]')),
        text: shadowRoot?.textContent ?? '',
      }))
    const { open, alert, busy, text } = await until(
      read,
      (seen) => !seen.open || (seen.text !== '' && !seen.busy),
      15_000,
    )
    if (!open) return keptUnless(['there is no open shadow root'])
    if (text === '') return keptUnless(['it is empty'])
    return keptUnless([...(alert ? [`it says: ${alert}`] : []), ...(busy ? ['it is still loading after 15 s'] : [])])
  },
}
