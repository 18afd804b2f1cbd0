import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const styled = (...sheets: string[]) => {
  const style = document.createElement('style')
  style.textContent = sheets.map((sheet) => readFileSync(join(__dirname, sheet), 'utf8')).join('\n')
  document.head.append(style)
}

test('a dialog that ends a card keeps the margins that put it in the middle of the window', () => {
  styled('dialog.css', 'layout.css')
  document.body.innerHTML =
    '<div class="ui-card"><p style="margin-bottom: 9px"></p><dialog class="ui-dialog" style="margin: auto"></dialog></div>'
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const dialog = document.querySelector('dialog')
  const met = rules.filter((rule) => rule instanceof CSSStyleRule && dialog?.matches(rule.selectorText))
  expect(met.map((rule) => rule.cssText).filter((text) => /margin/.test(text))).toEqual([])
})
