import { transform } from 'lightningcss'
import postcss, { type AtRule, type Declaration, type Rule } from 'postcss'
import type { LoaderContext } from 'webpack'

/** Pixels of 1 rem, independent of the portal's root. */
const ROOT_FONT_SIZE = 16

const toPixels = (value: string): string =>
  value.replaceAll(/(-?\d*\.?\d+)rem\b/g, (_, number: string) => `${Number(number) * ROOT_FONT_SIZE}px`)

const onSelector = (rule: Rule): void => {
  rule.selectors = rule.selectors.map((selector) =>
    selector
      .replaceAll(/:root\b/g, ':host')
      .replaceAll(/(^|[\s>+~(,])html(?![\w-])/g, '$1:host')
      .replaceAll(/(^|[\s>+~(,])body(?![\w-])/g, '$1.ui-theme'),
  )
}

const onAtRule = (rule: AtRule): void => {
  if (rule.name === 'font-face') rule.remove()
  else if (rule.name === 'media' && /\bwidth\b/.test(rule.params)) rule.name = 'container'
}

const onDeclaration = (declaration: Declaration): void => {
  declaration.value = toPixels(declaration.value)
}

const inside = postcss([
  { postcssPlugin: 'shadow-css', Rule: onSelector, AtRule: onAtRule, Declaration: onDeclaration },
])

/**
 * Fits a stylesheet to a shadow root: `:root` and `html` become the host, `body` the themed
 * element, `rem` pixels. Width queries use the container. Removes fonts, which a shadow root cannot
 * declare. Minified: inside a script no other step does it.
 */
const shadowCss = function (this: LoaderContext<unknown>, css: string): string {
  const { resourcePath: filename } = this
  const fitted = inside.process(css, { from: filename }).css
  return transform({ filename, code: Buffer.from(fitted), minify: true }).code.toString()
}

// webpack takes loaders from the default export.
export default shadowCss
