import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

/** Runs in the page: how many widgets stand in the first row, and what sticks out. */
const readLayout = ({ element }: { element: Element }) => {
  const widgets = [...(element.shadowRoot?.querySelectorAll('[part~=widget]') ?? [])]
  const boxes = widgets.map((widget) => widget.getBoundingClientRect())
  const right = element.getBoundingClientRect().right
  return {
    row: boxes.filter(({ top }) => Math.abs(top - (boxes[0]?.top ?? 0)) < 2).length,
    out: Math.round(Math.max(0, ...boxes.map((box) => box.right - right))),
  }
}

export const containerSize: Check = {
  id: 'container-size',
  chapter: 'good guest',
  promise: 'Sizes to its container and not to the window',
  run: (stage) =>
    withInstance(stage, { style: { width: '1200px' } }, async ({ mounted: { handle } }) => {
      const wide = await handle.evaluate(readLayout)
      await handle.evaluate(({ container }) => container.style.setProperty('width', '340px'))
      const narrow = await handle.evaluate(readLayout)
      return keptUnless([
        ...(wide.row < 2 ? ['at 1200 px it has one column'] : []),
        ...(narrow.row !== 1 ? [`at 340 px it has ${narrow.row} columns`] : []),
        ...(narrow.out > 0 ? [`at 340 px it sticks out by ${narrow.out} px`] : []),
      ])
    }),
}
