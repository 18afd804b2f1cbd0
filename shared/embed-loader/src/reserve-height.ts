/** Attributes of the template that holds a placeholder: a declarative shadow root, which the element's script fills later. */
export const PLACEHOLDER_ATTRIBUTES = { shadowrootmode: 'open' } as const

/** The content of that template. An image reserves the height: a style would need a permission of the page's policy. */
export const placeholderHtml = (height: number): string =>
  `<svg display="block" width="1" height="${Math.max(0, Math.round(height))}" aria-hidden="true"></svg>`

/** Reserves pixels until the first numbers or an error are shown; the returned function frees them before. */
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
