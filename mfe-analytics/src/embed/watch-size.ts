export type Size = { readonly width: number; readonly height: number }

/** Reports each size, including the first (M-EMBED-31); the returned function ends it. */
export const watchSize = (host: HTMLElement, onResize: (size: Size) => void): (() => void) => {
  const view = host.ownerDocument.defaultView
  if (!view?.ResizeObserver) return () => undefined
  let told = ''
  const observer = new view.ResizeObserver(() => {
    const { offsetWidth: width, offsetHeight: height } = host
    if (told === `${width} ${height}`) return
    told = `${width} ${height}`
    onResize({ width, height })
  })
  observer.observe(host)
  return () => observer.disconnect()
}
