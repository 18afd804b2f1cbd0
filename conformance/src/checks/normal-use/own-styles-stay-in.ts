import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

/** Runs in the page: all of the portal's document that a guest could touch. */
const readDocument = () => {
  const copy = document.documentElement.cloneNode(true)
  if (!(copy instanceof Element)) return []
  copy.querySelectorAll('[data-conformance], atalaia-analytics').forEach((element) => element.remove())
  const looks = (element: Element | null) => {
    if (!element) return ''
    const style = getComputedStyle(element)
    return ['color', 'background-color', 'font-family', 'font-size', 'margin', 'overflow', 'display']
      .map((name) => style.getPropertyValue(name))
      .join(' ')
  }
  return [
    ['the nodes of the document', copy.outerHTML],
    ['document.adoptedStyleSheets', String(document.adoptedStyleSheets.length)],
    ['document.styleSheets', String(document.styleSheets.length)],
    ['document.fonts', String(document.fonts.size)],
    ['the looks of html', looks(document.documentElement)],
    ['the looks of body', looks(document.body)],
    ['the looks of headings', looks(document.querySelector('h1, h2, h3'))],
  ]
}

export const ownStylesStayIn: Check = {
  id: 'own-styles-stay-in',
  chapter: 'good guest',
  promise: 'While it stands, the rest of the document is as it was: no node, no style, no font, no class',
  run: async (stage) => {
    const before = await stage.page.evaluate(readDocument)
    const attributes = { show: 'summary chart', theme: 'rain' }
    const after = await withInstance(stage, { attributes }, () => stage.page.evaluate(readDocument))
    const changed = after.filter(([, value], index) => value !== before[index]?.[1])
    return keptUnless(changed.map(([name]) => `${name} changed`))
  },
}
