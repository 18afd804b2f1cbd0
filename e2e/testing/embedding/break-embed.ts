import type { BrowserContext } from '@playwright/test'
import type { BrokenEmbed } from './broken-embed.ts'

/** Code before the embed's own, which replaces the class that the embed registers by a broken one. */
const prologue = (breakClass: string) => `{
  const define = customElements.define
  customElements.define = function (name, Base, options) {
    customElements.define = define
    define.call(customElements, name, name === 'atalaia-analytics' ? ${breakClass} : Base, options)
  }
}
`

/** The portal's own script adds each listener, whoever asks for it: zone.js stands so in the stacks of Angular's pages. */
export const WRAPPED_LISTENERS = `{
  const { addEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (...given) { return addEventListener.apply(this, given) }
}
`

/** The pages of this context get `code` before that of the script. */
export const addBefore = (context: BrowserContext, script: RegExp, code: string): Promise<unknown> =>
  context.route(script, async (route) => {
    const response = await route.fetch({ maxRetries: 1 })
    await route.fulfill({ response, body: code + (await response.text()) })
  })

/** The pages of this context get the embed broken. */
export const breakEmbed = async (context: BrowserContext, { breakClass, replace = [] }: BrokenEmbed): Promise<void> => {
  await context.route(/\/embed\/mfe-analytics\/.*\.js$/, async (route) => {
    const response = await route.fetch({ maxRetries: 1 })
    const text = replace.reduce((code, [written, instead]) => code.replaceAll(written, instead), await response.text())
    const isEntry = route.request().url().endsWith('/embed.js')
    await route.fulfill({ response, body: isEntry && breakClass ? prologue(breakClass) + text : text })
  })
}
