import { shown, withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

/** Runs in the page: what a list that is sorted, or a router that keeps its views, does to an element. */
const moveAround = async ({ container, element }: { container: HTMLElement; element: HTMLElement }) => {
  const shelf = document.createElement('div')
  container.append(shelf)
  for (let time = 0; time < 5; time += 1) {
    shelf.append(element)
    container.prepend(element)
    element.remove()
    if (time % 2 === 0) await new Promise((resolve) => setTimeout(resolve))
    container.append(element)
  }
  if ('moveBefore' in shelf && typeof shelf.moveBefore === 'function') shelf.moveBefore(element, null)
}

export const moved: Check = {
  id: 'moved',
  chapter: 'good guest',
  promise: 'Moved in the DOM, taken out and put back any number of times, it stands once and whole',
  run: (stage) =>
    withInstance(stage, {}, async ({ api, mounted }) => {
      await mounted.handle.evaluate(moveAround)
      await mounted.untilShown(shown(api.leaks))
      const titles = await mounted.element.getByText('Total de Vazamentos', { exact: true }).count()
      return keptUnless(titles === 1 ? [] : [`"Total de Vazamentos" stands there ${titles} times`])
    }),
}
