const TYPES = ['keydown', 'keypress', 'keyup']
const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, [contenteditable]'

/** Portals need these keys everywhere: they close dialogs and trap the focus. */
const isForPage = ({ key }: KeyboardEvent) => key === 'Escape' || key === 'Tab' || /^F\d+$/.test(key)

const keep = (event: Event): void => {
  if (!(event instanceof KeyboardEvent) || !(event.target instanceof Element)) return
  const isTyped = !hasModifier(event) && !isForPage(event)
  if (isTyped && event.target.matches(TEXT_FIELDS)) event.stopPropagation()
}

/**
 * Keeps typed keys inside: outside, portals would take them for shortcuts. Escape, Tab, function
 * keys and keys with Ctrl, Alt or Meta get out (M-EMBED-22). The returned function ends it.
 */
export const keepTypedKeys = (shadow: ShadowRoot): (() => void) => {
  for (const type of TYPES) shadow.addEventListener(type, keep)
  return () => {
    for (const type of TYPES) shadow.removeEventListener(type, keep)
  }
}

/** AltGr, which types an at-sign on many keyboards, arrives as Ctrl and Alt. */
const hasModifier = (event: KeyboardEvent) =>
  (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
