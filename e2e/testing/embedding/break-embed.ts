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

/** The pages of this context get the embed broken. */
export const breakEmbed = async (context: BrowserContext, { breakClass, replace = [] }: BrokenEmbed): Promise<void> => {
  await context.route(/\/embed\/mfe-analytics\/.*\.js$/, async (route) => {
    const response = await route.fetch({ maxRetries: 1 })
    const text = replace.reduce((code, [written, instead]) => code.replaceAll(written, instead), await response.text())
    const isEntry = route.request().url().endsWith('/embed.js')
    await route.fulfill({ response, body: isEntry && breakClass ? prologue(breakClass) + text : text })
  })
}
