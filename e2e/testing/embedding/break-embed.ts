import type { BrowserContext } from '@playwright/test'
import type { BrokenEmbed } from './broken-embed.ts'

const prologue = (breakClass: string) => `{
  const define = customElements.define
  customElements.define = function (name, Base, options) {
    customElements.define = define
    define.call(customElements, name, name === 'atalaia-analytics' ? ${breakClass} : Base, options)
  }
}
`

/** The portal's script adds each listener, like zone.js in Angular's stacks. */
export const WRAPPED_LISTENERS = `{
  const { addEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (...given) { return addEventListener.apply(this, given) }
}
`

export const addBefore = (context: BrowserContext, script: RegExp, code: string): Promise<unknown> =>
  context.route(script, async (route) => {
    const response = await route.fetch({ maxRetries: 1 })
    await route.fulfill({ response, body: `${code}\n;${await response.text()}` })
  })

const brokenContainer = (file: string, breakMount: string) => `
import { get as right, init } from '${file}'
const broken = (mount) => ${breakMount}
export { init }
export const get = async (name) => {
  const { mount } = (await right(name))()
  return () => ({ mount: broken(mount) })
}
`

export const breakModule = (context: BrowserContext, breakMount: string): Promise<unknown> =>
  context.route(/\/embed\/.*\/remoteEntry\.mjs$/, async (route) => {
    const response = await route.fetch({ maxRetries: 1 })
    const [, file = ''] = /from\s*'([^']+)'/.exec(await response.text()) ?? []
    await route.fulfill({ response, body: brokenContainer(file, breakMount) })
  })

export const breakEmbed = async (
  context: BrowserContext,
  { breakClass, replace = [] }: Pick<BrokenEmbed, 'breakClass' | 'replace'>,
): Promise<void> => {
  await context.route(/\/embed\/mfe-analytics\/.*\.js$/, async (route) => {
    const response = await route.fetch({ maxRetries: 1 })
    const text = replace.reduce((code, [written, instead]) => code.replaceAll(written, instead), await response.text())
    const isEntry = route.request().url().endsWith('/embed.js')
    await route.fulfill({ response, body: isEntry && breakClass ? prologue(breakClass) + text : text })
  })
}
