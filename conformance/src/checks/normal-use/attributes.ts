import { until } from '../../stage/until.ts'
import { shown, withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

/** Runs in the page. */
const background = ({ element }: { element: Element }) => {
  const widget = element.shadowRoot?.querySelector('[part~=widget]')
  return widget ? getComputedStyle(widget).backgroundColor : ''
}

export const attributes: Check = {
  id: 'attributes',
  chapter: 'good guest',
  promise: 'api, theme and show change while it lives, as attributes and as properties, and reflect',
  run: (stage) =>
    withInstance(stage, { attributes: { theme: 'light' } }, async ({ mounted }) => {
      const { handle } = mounted
      const problems: string[] = []
      const light = await handle.evaluate(background)
      const reflected = await handle.evaluate(({ element }) => {
        element.theme = 'dark'
        const byProperty = element.getAttribute('theme')
        element.setAttribute('show', 'summary add')
        return byProperty === 'dark' && element.show === 'summary add'
      })
      if (!reflected) problems.push('attributes and properties do not say the same')
      const dark = await until(
        () => handle.evaluate(background),
        (seen) => seen !== light,
      )
      if (dark === light) problems.push(`with theme="dark" its widgets still have ${light}`)
      await mounted.untilShown('Adicionar Email Monitorado')
      const other = stage.api()
      await handle.evaluate(({ element }, api) => element.setAttribute('api', api), other.url)
      await mounted.untilShown(shown(other.leaks))
      return keptUnless(problems)
    }),
}
