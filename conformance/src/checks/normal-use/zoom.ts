import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

/** Runs in the page. */
const readTitle = ({ element }: { element: Element }) => {
  const title = element.shadowRoot?.querySelector('h2')
  const widgets = [...(element.shadowRoot?.querySelectorAll('[part~=widget]') ?? [])]
  const right = element.getBoundingClientRect().right
  return {
    height: title?.getBoundingClientRect().height ?? 0,
    out: Math.max(0, ...widgets.map((widget) => Math.round(widget.getBoundingClientRect().right - right))),
  }
}

export const zoom: Check = {
  id: 'zoom',
  chapter: 'good guest',
  promise: 'Grows with the zoom of the portal, and nothing sticks out at 200 %',
  run: (stage) =>
    withInstance(stage, {}, async ({ mounted: { handle } }) => {
      const before = await handle.evaluate(readTitle)
      await handle.evaluate(({ element }) => element.parentElement?.style.setProperty('zoom', '2'))
      const after = await handle.evaluate(readTitle)
      return keptUnless([
        ...(after.height < before.height * 1.5 ? ['its text stays as small as it was'] : []),
        ...(after.out > 0 ? [`it sticks out by ${after.out} px`] : []),
      ])
    }),
}
