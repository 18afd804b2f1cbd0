/**
 * Under an address whose content never changes, wrong bytes stay in the HTTP cache for ever. A script or a style that
 * did not load is asked for once past the cache: whoever tries again gets what the server has now, and with a server
 * that was mended only since, with the try after that.
 */
export const renewBrokenFiles = (integrity: ReadonlyMap<string, string>, fetch: typeof globalThis.fetch): void => {
  const renew = ({ target }: Event) => {
    const address = addressOf(target)
    if (address === undefined || !integrity.has(address)) return
    fetch(address, { cache: 'reload' }).catch(() => {})
  }
  // What happens to a file does not bubble.
  addEventListener('error', renew, { capture: true })
}

const addressOf = (target: EventTarget | null): string | undefined => {
  if (target instanceof HTMLScriptElement) return target.src
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet' ? target.href : undefined
}
