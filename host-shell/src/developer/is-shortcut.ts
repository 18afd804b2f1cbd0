/** Ctrl+Shift+. as it arrives: on many keyboards the shifted full stop is another character. */
export const isShortcut = ({ ctrlKey, shiftKey, key, code }: KeyboardEvent): boolean =>
  ctrlKey && shiftKey && (code === 'Period' || key === '.' || key === '>')
