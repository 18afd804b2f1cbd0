import { NO_SCRIPT } from '../../door.ts'
import { inCleanFrame } from '../../harness/clean-frame.ts'
import { widgetBackground } from '../../harness/mounted.ts'
import { fakeToken } from '../../harness/tokens.ts'
import { shown, withInstance } from '../../harness/with-instance.ts'
import { keptUnless, notApplicable, type Check } from '../../verdict.ts'

export const instances: Check = {
  id: 'instances',
  chapter: 'good guest',
  promise: 'Two instances side by side keep their own tokens, themes and APIs',
  run: async (harness) => {
    const [one, other] = [fakeToken(), fakeToken()]
    return withInstance(harness, { tokens: [one], attributes: { theme: 'dark' } }, (first) =>
      withInstance(harness, { tokens: [other], attributes: { theme: 'light' } }, async (second) => {
        const foreign = (calls: typeof first.api.calls, token: string) =>
          calls.some(({ authorization }) => authorization !== `Bearer ${token}`)
        const [dark, light] = [first, second].map(({ mounted }) => widgetBackground(mounted))
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

/** Runs in the page. */
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
  run: (harness) =>
    withInstance(harness, {}, async ({ api, mounted }) => {
      await mounted.handle.evaluate(moveAround)
      await mounted.untilShown(shown(api.leaks))
      const titles = await mounted.element
        .getByText('Total de Vazamentos', { exact: true })
        .filter({ visible: true })
        .count()
      return keptUnless(titles === 1 ? [] : [`"Total de Vazamentos" stands there ${titles} times`])
    }),
}

export const shadowRoot: Check = {
  id: 'shadow-root',
  chapter: 'good guest',
  promise: "Works in a shadow root of the portal's own, and its events come out of it",
  run: (harness) =>
    withInstance(harness, { place: 'shadow root' }, async ({ mounted }) => {
      await mounted.untilEvent('ready', harness.patienceMs)
      return keptUnless([])
    }),
}

export const dialog: Check = {
  id: 'dialog',
  chapter: 'good guest',
  promise: 'Works in a modal dialog: reached by the keyboard there, and Escape still closes it',
  notAt: { frame: 'what is typed in a frame does not reach the page' },
  run: (harness) =>
    withInstance(harness, { place: 'dialog', attributes: { show: 'summary add' } }, async ({ mounted }) => {
      const inside = () => mounted.handle.evaluate(({ element }) => element.shadowRoot?.activeElement !== null)
      const open = () => mounted.handle.evaluate(({ container }) => container.querySelector('dialog')?.open === true)
      // A modal dialog moves the focus to the first thing in it that takes it; otherwise the next Tab does.
      if (!(await inside())) await harness.page.keyboard.press('Tab')
      const reached = await inside()
      await harness.page.keyboard.press('Escape')
      const closed = !(await open())
      return keptUnless([
        ...(reached ? [] : ['the keyboard does not reach it']),
        ...(closed ? [] : ['Escape does not close the dialog']),
      ])
    }),
}

export const iframe: Check = {
  id: 'iframe',
  chapter: 'good guest',
  promise: 'Works inside an iframe',
  notAt: { federation: NO_SCRIPT, frame: 'it is one' },
  run: async (harness) => {
    const { script } = harness.embed
    if (!script) return notApplicable('the element does not come from a script of its own')
    return inCleanFrame(harness, async (frame) => {
      await frame.load(script)
      await frame.untilShown(await frame.put(), harness.patienceMs)
      return keptUnless([])
    })
  },
}
