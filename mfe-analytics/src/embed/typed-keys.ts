const TYPES = ['keydown', 'keypress', 'keyup']
const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, [contenteditable]'

/** Keys that portals need wherever the focus is: they close dialogs, and keep the focus inside of them. */
const isForPage = ({ key }: KeyboardEvent) => key === 'Escape' || key === 'Tab' || /^F\d+$/.test(key)

const keep = (event: Event): void => {
  if (!(event instanceof KeyboardEvent) || !(event.target instanceof Element)) return
  const isTyped = !hasModifier(event) && !isForPage(event)
  if (isTyped && event.target.matches(TEXT_FIELDS)) event.stopPropagation()
}

/**
 * Keeps keys that are typed into a field inside of the shadow root. Outside, their target is the element and no field,
 * so that a portal takes them for its shortcuts. Keys with Ctrl, Alt or Meta, Escape, Tab and function keys get out
 * (M-EMBED-22). The returned function ends it.
 */
export const keepTypedKeys = (shadow: ShadowRoot): (() => void) => {
  for (const type of TYPES) shadow.addEventListener(type, keep)
  return () => {
    for (const type of TYPES) shadow.removeEventListener(type, keep)
  }
}

/** AltGr, which types an at-sign on many keyboards, comes as Ctrl and Alt. */
const hasModifier = (event: KeyboardEvent) =>
  (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
