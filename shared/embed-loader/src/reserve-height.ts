/** Attributes of the placeholder's template: a declarative shadow root, filled by the script later. */
export const PLACEHOLDER_ATTRIBUTES = { shadowrootmode: 'open' } as const

/** An image reserves the height: a style would need the policy's permission. */
export const placeholderHtml = (height: number): string =>
  `<svg display="block" width="1" height="${Math.max(0, Math.round(height))}" aria-hidden="true"></svg>`

/** Reserves pixels until numbers or an error appear; the returned function frees them. */
export const reserveHeight = (element: HTMLElement, height: number): (() => void) => {
  const { minHeight } = element.style
  const free = () => {
    element.style.minHeight = minHeight
    element.removeEventListener('ready', free)
    element.removeEventListener('error', free)
  }
  element.style.minHeight = `${height}px`
  element.addEventListener('ready', free)
  element.addEventListener('error', free)
  return free
}
