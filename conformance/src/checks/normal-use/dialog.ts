import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const dialog: Check = {
  id: 'dialog',
  chapter: 'good guest',
  promise: 'Works in a modal dialog: reached by the keyboard there, and Escape still closes it',
  run: (stage) =>
    withInstance(stage, { place: 'dialog', attributes: { show: 'summary add' } }, async ({ mounted }) => {
      const inside = () => mounted.handle.evaluate(({ element }) => element.shadowRoot?.activeElement !== null)
      const open = () => mounted.handle.evaluate(({ container }) => container.querySelector('dialog')?.open === true)
      // A modal dialog moves the focus to the first thing in it that takes it; otherwise the next Tab does.
      if (!(await inside())) await stage.page.keyboard.press('Tab')
      const reached = await inside()
      await stage.page.keyboard.press('Escape')
      const closed = !(await open())
      return keptUnless([
        ...(reached ? [] : ['the keyboard does not reach it']),
        ...(closed ? [] : ['Escape does not close the dialog']),
      ])
    }),
}
