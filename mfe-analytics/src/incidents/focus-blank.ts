import { BLANK } from '@atalaia/contracts/incidents'

/** Marks the items that have a blank. */
export const WITH_BLANK = 'data-blank'

/** Moves the focus to the first item below `root` that has a blank, with the blank selected: typing takes its place. */
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
