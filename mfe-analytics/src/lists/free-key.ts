/** True where keys write, choose or belong to a menu. */
const isTaken = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [role=menu]') !== null

/** The key of a press that nothing else takes, in lower case; `undefined` for others. */
export const freeKey = (event: KeyboardEvent): string | undefined =>
  event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)
    ? undefined
    : event.key.toLowerCase()
