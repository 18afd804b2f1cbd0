import { BLANK } from '@atalaia/contracts/incidents'

export const WITH_BLANK = 'data-blank'

/** Focuses the first item with a blank, and selects the blank: typing replaces it. */
export const focusBlank = (root: Element | null) => {
  const field = root?.querySelector<HTMLTextAreaElement>(`[${WITH_BLANK}] textarea`)
  if (!field) return
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
  const start = field.value.indexOf(BLANK)
  if (start === -1) return
  const end = field.value.indexOf(']', start)
  field.setSelectionRange(start, end === -1 ? start + BLANK.length : end + 1)
}
